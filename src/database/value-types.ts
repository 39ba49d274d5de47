/** PostgreSQL's own numbers for its types (pg_type.oid). */
const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 };

function parseNumber(raw: string): number {
  const value = Number(raw);
  // Rounding an id silently would make it another record's: an invalid value is better, which no schema accepts as a
  // number.
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (raw as unknown as number)
    : value;
}

/** The session's zone is UTC: "2026-01-02 03:04:05.678+00", without the offset for a plain timestamp. */
function parseTimestamp(raw: string): string {
  const time = new Date(`${raw.replace(" ", "T").replace(/\+00$/, "")}Z`);
  return Number.isNaN(time.getTime()) ? raw : time.toISOString();
}

/** The conversions that `SqlTypes` describes. */
export const valueTypes = {
  number: { to: oid.numeric, from: [oid.int8, oid.numeric], serialize: String, parse: parseNumber },
  timestamp: {
    to: oid.timestamptz,
    from: [oid.timestamp, oid.timestamptz],
    serialize: (value: string | Date): string =>
      value instanceof Date ? value.toISOString() : value,
    parse: parseTimestamp as (raw: string) => string | Date,
  },
  day: { to: oid.date, from: [oid.date], serialize: String, parse: String },
};
