/**
 * The height of a row and of a phone's card by density, in px. All rows have the same height (--row-fixed), so that
 * scrolling far does not measure the rows in between.
 */
export const rowHeights = {
  comfortable: { row: 40, card: 116 },
  compact: { row: 30, card: 116 },
} as const;
