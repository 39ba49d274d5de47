/** The number of events that are newer than all shown ones; IDs grow. */
export const countNew = (
  shown: readonly { readonly id: number }[],
  newest: readonly { readonly id: number }[],
): number => {
  const last = Math.max(0, ...shown.map(({ id }) => id));
  return newest.filter(({ id }) => id > last).length;
};
