import { createHash } from "node:crypto";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * The hash of a row of the chain, which covers the row before; `appendRow` computes the same in SQL. Rows of earlier
 * versions don't cover the time at which they were appended.
 */
export const hashRow = (
  previous: string,
  row: Pick<ChainRow, "seq" | "content">,
  appendedAt?: string,
): string =>
  sha256(
    [previous, row.seq, ...(appendedAt === undefined ? [] : [appendedAt]), row.content].join(" "),
  );

/** Characters that change how a line looks in a terminal or an editor: controls, directions, line separators. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const escapeUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");

/** JSON in one line in which every character is visible, so that no value can imitate or hide others. */
export const writeContent = (value: unknown): string =>
  JSON.stringify(value).replace(invisible, escapeUnits);

const sortNames = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
    : value;

/** The hash of a request: equal for bodies that differ only in the order of names. */
export const hashRequest = (method: string, path: string, body: unknown): string =>
  sha256(`${method} ${path}\n${JSON.stringify(body, sortNames) ?? ""}`);

export interface ChainRow {
  readonly seq: number;
  readonly content: string;
  readonly hash: string;
  /** In UTC, to the microsecond. */
  readonly appendedAt: string;
}

export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** A row's number and hash in one word, as `--expect` takes it. */
export const formatEnd = ({ seq, hash }: ChainEnd): string => `${seq}:${hash}`;

/** A place where the chain is broken; `seq` is the first row that can't be trusted. */
export interface Broken {
  readonly seq: number;
  readonly reason: string;
}

/** A time in the content would pass for one before it, and the row for one of an earlier version: its content is JSON. */
const isUntimed = (previous: string, row: ChainRow): boolean =>
  row.content.startsWith("{") && row.hash === hashRow(previous, row);

/** Checks rows in order; each call takes the end that the one before returned. */
export const checkRows = (end: ChainEnd, rows: readonly ChainRow[]): ChainEnd | Broken => {
  let { seq, hash } = end;
  for (const row of rows) {
    if (row.seq !== seq + 1) return { seq: seq + 1, reason: "the row is missing" };
    if (row.hash !== hashRow(hash, row, row.appendedAt) && !isUntimed(hash, row))
      return { seq: row.seq, reason: "the row, or the one before, was changed" };
    ({ seq, hash } = row);
  }
  return { seq, hash };
};
