import type { Issue } from "#contract/errors.ts";
import { accessDenied, tokenHeader } from "#contract/tokens.ts";
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
