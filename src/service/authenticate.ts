import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { tokenHeader } from "#contract/tokens.ts";
import type { Sql } from "#database/sql.ts";
import type { Caller } from "./handler.ts";
import { hashToken } from "./hash-token.ts";
import { unauthorized } from "./refusal.ts";
import { findToken } from "./store/tokens.ts";

/** A request with a valid token; its rate is counted by the hash. */
export interface Authenticated {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
}

const hints = {
  missing: `Send the token in the header ${tokenHeader}`,
  bearer: `This API doesn't use Authorization: Bearer. Send the token in the header ${tokenHeader}`,
  unknown: `The token in the header ${tokenHeader} is unknown: it is mistyped or was regenerated`,
} as const;

const isBearer = (headers: IncomingHttpHeaders): boolean =>
  /^bearer\b/i.test(headers.authorization ?? "");

/**
 * Finds the owner of a request's token, or refuses the request with 401 (api 5.1).
 *
 * `accountTokens` are hashes of Account tokens that only this process accepts. Nothing is cached between requests, so a
 * regenerated token is refused at once in every process (api 5.7). The look-up compares hashes, whose timing reveals
 * nothing about a token; the final comparison takes the same time for every hash.
 */
export const authenticate = async (
  sql: Sql,
  headers: IncomingHttpHeaders,
  accountTokens: readonly Buffer[],
): Promise<Authenticated> => {
  const token = headers[tokenHeader.toLowerCase()];
  if (typeof token !== "string" || token === "") {
    throw unauthorized(isBearer(headers) ? hints.bearer : hints.missing);
  }
  const tokenHash = hashToken(token);
  if (accountTokens.some((own) => timingSafeEqual(own, tokenHash)))
    return { caller: { type: "account" }, tokenHash };
  const found = await findToken(sql, tokenHash);
  if (found === undefined || !timingSafeEqual(found.hash, tokenHash))
    throw unauthorized(hints.unknown);
  return { caller: found.caller, tokenHash };
};
