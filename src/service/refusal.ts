import type { Issue } from "#contract/errors.ts";
import { accessDenied, tokenHeader } from "#contract/tokens.ts";

interface RefusalDetails {
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer other than success, thrown from wherever it is found out; `answer-error.ts` gives it its shape. */
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

/** 400 with every problem and its place. */
export const badRequest = (issues: readonly Issue[]): Refusal =>
  new Refusal(400, "The request is not valid", { issues });

/** 401; the hint says what to do about it (api 5.1, 7). */
export const unauthorized = (hint: string): Refusal =>
  new Refusal(401, hint, { headers: { "www-authenticate": `${tokenHeader} realm="supercargo"` } });

/** 403 with the API's own words (api 7). */
export const forbidden = (): Refusal => new Refusal(403, accessDenied);

/**
 * 404. A record of another source or channel is refused the same way as one that does not exist: telling the two
 * apart would let a token count its neighbours' records.
 */
export const notFound = (what: string, id: number): Refusal =>
  new Refusal(404, `There is no ${what} ${id}`);

/** 503 for what another try may cure; nothing of the cause is told. */
export const unavailable = (): Refusal =>
  new Refusal(503, "The service can't reach its database. Try again", {
    headers: { "retry-after": "1" },
  });
