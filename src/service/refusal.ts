import { createHash } from "node:crypto";
import type { Issue } from "#contract/errors.ts";
import { accessDenied, tokenHeader } from "#contract/operation.ts";
import { capIssues } from "#http/list-issues.ts";

interface RefusalDetails {
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response other than success, thrown anywhere; `answer-error.ts` formats it. */
export class Refusal extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, { issues = [], headers = {} }: RefusalDetails = {}) {
    super(error);
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/** 400 with every problem and its place, at most a thousand. */
export const badRequest = (issues: readonly Issue[]): Refusal =>
  new Refusal(400, "The request is not valid", { issues: capIssues(issues) });

/** 401; the hint says how to fix it (api 5.1, 7). */
export const unauthorized = (hint: string): Refusal =>
  new Refusal(401, hint, { headers: { "www-authenticate": `${tokenHeader} realm="supercargo"` } });

/** 403 with the API's own text (api 7). */
export const forbidden = (): Refusal => new Refusal(403, accessDenied);

/**
 * 404. A record of another source or channel is refused the same way as one that does not exist: a difference would let
 * a token count records of others.
 */
export const notFound = (what: string, id: number): Refusal =>
  new Refusal(404, `There is no ${what} ${id}`);

/** 503 for a temporary failure; the cause is not disclosed. */
export const unavailable = (): Refusal =>
  new Refusal(503, "The service can't reach its database. Try again", {
    headers: { "retry-after": "1" },
  });

/** 503 while the disk of the database is full: waiting is not enough, and nothing was changed. */
export const diskFull = (): Refusal =>
  new Refusal(
    503,
    "The disk of the service's database is full. Free some space on it, then try again",
    {
      headers: { "retry-after": "5" },
    },
  );

/**
 * The codes of a database that is temporarily unavailable: it cannot be reached, is stopping or starting, has no free
 * memory, disk or connection, or a lock was held for too long. PostgreSQL's codes are SQLSTATEs; the first two letters
 * name a whole class.
 */
const unavailableStates = new Set(
  // The last two: a standby that was not promoted yet, and a database that accepts no connections.
  ["40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "25P03", "25006", "55000"],
);
/** Connections, resources, the operating system, and authorization. */
const unavailableClasses = new Set(["08", "53", "58", "28", "3D"]);
const connectionCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** True while the database's disk has no space: another attempt fails, too, until a person frees some. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === "53100";

/** True for errors that are not caused by the request: another attempt may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    connectionCodes.has(code) ||
    unavailableStates.has(code) ||
    (code.length === 5 && unavailableClasses.has(code.slice(0, 2)))
  );
};

/** Fields in the order of their names: a stored record may have them in another order than a changed one. */
const sortFields = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The version of a record as a strong ETag (RFC 9110, 8.8.3): equal records have the same, others another. */
export const versionOf = (record: unknown): string => {
  const hash = createHash("sha256").update(JSON.stringify(record, sortFields));
  return `"${hash.digest("base64url").slice(0, 22)}"`;
};

/**
 * Refuses a change that was made to another version of the record (412). To be called with the record locked, so that
 * no other change comes between. `ifMatch`: the request's If-Match; without one, every version is changed (api 4).
 */
export const refuseOtherVersion = (ifMatch: string | undefined, record: unknown): void => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const version = versionOf(record);
  if (ifMatch.split(",").some((tag) => tag.trim() === version)) return;
  throw new Refusal(412, "The record has changed since this version was read", {
    headers: { etag: version },
  });
};
