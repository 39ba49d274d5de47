import * as z from "zod/mini";

/** The names that all lists keep in their address besides their filters. */
export const listNames = [
  "page",
  "size",
  /** A column id, with a leading minus for descending order. */
  "sort",
  /** Column ids that are shown or, with a minus, hidden, different from the list's defaults. */
  "columns",
] as const;

const toText = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) && value !== ""
    ? String(value)
    : undefined;

// Every value is accepted, so that no address is invalid; values that are not text are dropped.
const text = z.optional(
  z.pipe(
    z.custom<string | undefined>(),
    z.transform((value: string | undefined) => toText(value)),
  ),
);

type Search<N extends string> = { [K in N]?: string | undefined };

/** The schema of an address with these names: others are dropped, and every value is a text or missing. */
export function createSearchSchema<const N extends string>(
  names: readonly N[],
): z.ZodMiniType<Search<N>, Search<N>>;
export function createSearchSchema(names: readonly string[]): z.ZodMiniType {
  return z.object(Object.fromEntries(names.map((name) => [name, text])));
}

/** The texts in an address, without empty or missing values. */
export const toTexts = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const held = toText(value);
      return held === undefined ? [] : [[name, held]];
    }),
  );

/** Writes an address as plain text that people can read and write: `?status=Waiting&page=2`. */
export const writeSearch = (search: object): string => {
  const written = new URLSearchParams(toTexts(search)).toString().replaceAll("%2C", ",");
  return written === "" ? "" : `?${written}`;
};

/** Reads a written address; if a name appears twice, the last value counts. */
export const readSearch = (written: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(written));
