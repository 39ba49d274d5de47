import * as z from "zod/mini";

/** The entries of a comma list in a query string, trimmed; empty ones are dropped. */
export const parseCommaList = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** A comma list in a query string, of at most `maximum` entries where one is given. */
export const queryCommaList = (description: string, maximum = Number.POSITIVE_INFINITY) =>
  z.string().check(
    z.describe(description),
    z.refine((text) => parseCommaList(text).length <= maximum, {
      error: `At most ${maximum} entries`,
    }),
  );
