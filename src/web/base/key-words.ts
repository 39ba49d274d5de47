/** The keys of every screen, in words. */
export const consoleKeys = [
  ["Ctrl K", "search screens, records and actions, from any screen"],
  ["?", "show these shortcuts"],
] as const;

/** The keys of a list, in words. */
export const listKeys = [
  ["↓ ↑", "next and previous row"],
  ["Home End", "first and last row"],
  ["Enter", "open the row"],
  ["J K", "go to the rows, then next and previous"],
  ["X", "select the row"],
  ["⇧X ⇧↓ ⇧↑", "select all rows from the last selected one"],
  ["/", "go to search"],
] as const;
