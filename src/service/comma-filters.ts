import { parseCommaList } from "#contract/comma-list.ts";
import { badRequest } from "./refusal.ts";

/** The entries of a comma list in a query; a missing or empty list filters nothing. */
export const givenList = (text: string | undefined): string[] | undefined => {
  const entries = parseCommaList(text);
  return entries.length === 0 ? undefined : entries;
};

/** The words in a comma list, in any case; an unknown word is refused, because it would never match. */
export const knownWords = (
  path: string,
  text: string | undefined,
  known: readonly string[],
): string[] | undefined => {
  const given = givenList(text);
  if (given === undefined) return undefined;
  const bySpelling = new Map(known.map((word) => [word.toLowerCase(), word]));
  const unknown = given.filter((word) => !bySpelling.has(word.toLowerCase()));
  if (unknown.length > 0) {
    throw badRequest(
      unknown.map((word) => ({
        path,
        message: `Unknown ${path} '${word}'. Use one of: ${known.join(", ")}`,
      })),
    );
  }
  return given.map((word) => bySpelling.get(word.toLowerCase()) ?? word);
};
