import { types } from "pg";

/** PostgreSQL's own numbers for its types (pg_type.oid), and for the arrays of them. */
const oids = {
  int8: { one: 20, array: 1016 },
  numeric: { one: 1700, array: 1231 },
  timestamp: { one: 1114, array: 1115 },
  timestamptz: { one: 1184, array: 1185 },
  date: { one: 1082, array: 1182 },
  text: { one: 25, array: 1009 },
};

function parseNumber(raw: string): number | string {
  const value = Number(raw);
  // Rounding an id silently would make it another record's: an invalid value is better, which no schema accepts as a
  // number.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? raw : value;
}

/**
 * "2026-01-02 03:04:05.678+00", without the offset for a plain timestamp. The session's zone is UTC, unless a pool of
 * connections ignores it.
 */
function parseTimestamp(raw: string): string {
  const [, local = raw, hours, minutes = "00"] =
    /^(.*:.*?)([+-]\d\d)(?::?(\d\d))?$/.exec(raw) ?? [];
  const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
  const time = new Date(`${local.replace(" ", "T")}${offset}`);
  return Number.isNaN(time.getTime()) ? raw : time.toISOString();
}

type Parse = (raw: string) => unknown;

const textArray: (raw: string) => (string | null)[] = types.getTypeParser(oids.text.array);

const createArrayParser =
  (parse: Parse): Parse =>
  (raw) =>
    textArray(raw).map((element) => (element === null ? null : parse(element)));

/**
 * How values are read:
 * - int8 and numeric as numbers, which they are on the wire. An int8 past 2^53 stays a string, whole.
 * - timestamp and timestamptz as ISO 8601 with milliseconds and `Z`.
 * - date as YYYY-MM-DD, never shifted by a time zone.
 */
const parsers = new Map<number, Parse>(
  (
    [
      [oids.int8, parseNumber],
      [oids.numeric, parseNumber],
      [oids.timestamp, parseTimestamp],
      [oids.timestamptz, parseTimestamp],
      [oids.date, String],
    ] as const
  ).flatMap(([{ one, array }, parse]): [number, Parse][] => [
    [one, parse],
    [array, createArrayParser(parse)],
  ]),
);

/** The conversions of a session: those above, and the driver's own for every other type. */
export const valueTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
};
