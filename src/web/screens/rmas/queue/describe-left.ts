import { formatCount } from "#web/base/format.ts";

/** Describes how many RMAs are still to decide after the last one of the queue. */
export const describeLeft = (left: number): string => {
  if (left === 0) return "New RMAs with undecided units are listed here.";
  return left === 1
    ? "1 RMA still has undecided units: select it in the list."
    : `${formatCount(left, "RMA")} still have undecided units: select them in the list.`;
};
