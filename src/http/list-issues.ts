import { cutText } from "#contract/cut-text.ts";
import type { Issue } from "#contract/errors.ts";
import * as z from "zod/mini";

// zod/mini has no issue texts of its own.
z.config(z.locales.en());

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

const describeIssue = (issue: z.core.$ZodIssue): string => {
  // If none of several shapes fits, the first is the intended one.
  const first = (issue.code === "invalid_union" ? issue.errors[0]?.[0] : undefined) ?? issue;
  return first.code === "invalid_format" && first.format === "datetime"
    ? "Write a date-time like 2026-01-31T09:30:00Z, and the + of an offset as %2B"
    : first.message;
};

/**
 * One issue for each problem; an object with several unknown fields has several, because zod's own text lists all names,
 * however long they are.
 */
export const listIssues = (error: z.core.$ZodError): Issue[] =>
  error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: formatPath([...issue.path, key]),
          message: "Unknown field",
        }))
      : [{ path: formatPath(issue.path), message: describeIssue(issue) }],
  );

/** The issues that a response lists: the first ones, and the number of the others. Capping them again changes nothing. */
export const capIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.length <= maxIssues + 1
    ? issues
    : [
        ...issues.slice(0, maxIssues),
        { path: "", message: `and ${issues.length - maxIssues} more issues` },
      ];
