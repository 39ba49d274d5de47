import { cutText } from "#contract/cut-text.ts";
import type { Issue } from "#contract/errors.ts";

/** A body of a megabyte can have a million problems; the rest is counted. */
export const maxIssues = 1_000;

/** Longer than the place of any part of a rule, and short enough to be repeated in each issue. */
const maxPathLength = 500;

const joinPath = (path: string, key: string): string => {
  const joined = path === "" ? key : `${path}.${cutText(key, maxPathLength)}`;
  return joined.length <= maxPathLength ? joined : `${cutText(joined, maxPathLength)}…`;
};

/** The place of an issue in its body or query: `0.approvedQuantity`. A key can be as long as a body, so it is cut. */
export const formatPath = (keys: readonly PropertyKey[]): string =>
  keys.map(String).reduce(joinPath, "");

/** The issues that a response lists: the first ones, and the number of the others. */
export const capIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.length <= maxIssues
    ? issues
    : [
        ...issues.slice(0, maxIssues),
        { path: "", message: `and ${issues.length - maxIssues} more issues` },
      ];
