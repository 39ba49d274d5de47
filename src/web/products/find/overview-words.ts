/** "12.3%" of the total; empty without a total, and never 0 or 100 for a part that is neither. */
export const formatShare = (count: number, of: number): string => {
  if (of === 0) return "";
  if (count === 0 || count === of) return `${count === 0 ? 0 : 100}%`;
  const percent = (count / of) * 100;
  if (percent < 0.1) return "< 0.1%";
  return percent > 99.9 ? "> 99.9%" : `${percent.toFixed(1)}%`;
};

const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below the maximum: the end of the axis. */
export const findAxisEnd = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return steps.map((step) => step * unit).find((end) => end >= most) ?? most;
};
