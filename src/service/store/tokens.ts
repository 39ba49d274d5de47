import { createHash, randomBytes } from "node:crypto";
import type { TokenType } from "#contract/operation.ts";
import type { Query, TransactionSql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";

/**
 * Hashes a token for storage. One round of SHA-256 is enough where a password would need a slow hash: generated tokens
 * are 256 random bits, which cannot be guessed, and every request has to compute it.
 */
export const hashToken = (token: string): Buffer =>
  createHash("sha256").update(token, "utf8").digest();

/** A new token: 256 random bits in characters that need no escaping in headers, files and shells. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

interface TokenRow {
  readonly type: TokenType;
  readonly ownerId: number | null;
  readonly hash: Buffer;
}

/** The stored name of a token's owner: `account`, `source:12`, `channel:3`. */
const ownerName = (caller: Caller): string =>
  caller.type === "account" ? "account" : `${caller.type}:${caller.ownerId}`;

const toCaller = ({ type, ownerId }: TokenRow): Caller =>
  type === "account" ? { type } : { type, ownerId: ownerId ?? 0 };

/** The owner of the token with this hash, and the stored hash. */
export const findToken = async (
  sql: Query,
  hash: Buffer,
): Promise<{ caller: Caller; hash: Buffer } | undefined> => {
  const [row] = await sql<TokenRow[]>`
    select type, owner_id as "ownerId", hash from service.tokens where hash = ${hash}`;
  return row && { caller: toCaller(row), hash: row.hash };
};

/** Stores a token for its owner and replaces the previous one, which is refused from now on (api 5.7). */
export const putToken = async (sql: Query, caller: Caller, token: string): Promise<void> => {
  const ownerId = caller.type === "account" ? null : caller.ownerId;
  await sql`
    insert into service.tokens as kept (owner, type, owner_id, hash)
    values (${ownerName(caller)}, ${caller.type}, ${ownerId}, ${hashToken(token)})
    on conflict (owner) do update set hash = excluded.hash, created_at = now() where kept.hash <> excluded.hash`;
};

/** Deletes tokens that change owners, and locks the table against other writers until the transaction ends. */
export const freeTokens = async (
  sql: TransactionSql,
  tokens: readonly (readonly [Caller, string])[],
): Promise<void> => {
  await sql`lock table service.tokens in share row exclusive mode`;
  for (const [caller, token] of tokens) {
    await sql`delete from service.tokens where hash = ${hashToken(token)} and owner <> ${ownerName(caller)}`;
  }
};

/** Stores a token for an owner that has none; false when there was one. */
export const addToken = async (sql: Query, caller: Caller, token: string): Promise<boolean> => {
  const ownerId = caller.type === "account" ? null : caller.ownerId;
  const { count } = await sql`
    insert into service.tokens (owner, type, owner_id, hash)
    values (${ownerName(caller)}, ${caller.type}, ${ownerId}, ${hashToken(token)})
    on conflict (owner) do nothing`;
  return count > 0;
};

/** Every owner that has a token, with the token's creation time. */
export const listTokens = (sql: Query): Promise<readonly { owner: string; createdAt: string }[]> =>
  sql<{ owner: string; createdAt: string }[]>`
    select owner, created_at as "createdAt" from service.tokens
    order by array_position(array['account', 'source', 'channel'], type), owner_id`;

/**
 * Accepts a request unless `limit` requests of this token were accepted within the last second (api 8).
 *
 * One statement, so that the row's lock serializes processes that share the database; the clock is read after the lock
 * is acquired, and it is the database's, which they share too. Times ahead of that clock, which remain when it was set
 * back, are removed.
 */
export const acceptRequest = async (
  sql: Query,
  tokenHash: Buffer,
  limit: number,
): Promise<boolean> => {
  const { count } = await sql`
    insert into service.request_times as r (token_hash, accepted)
    values (${tokenHash}, array[clock_timestamp()])
    on conflict (token_hash) do update
    set accepted = array(
      select t from unnest(r.accepted) t
      where t > clock_timestamp() - interval '1 second' and t <= clock_timestamp()
    ) || clock_timestamp()
    where (
      select count(*) from unnest(r.accepted) t
      where t > clock_timestamp() - interval '1 second' and t <= clock_timestamp()
    ) < ${limit}`;
  return count > 0;
};

/** Removes the tokens that made no request for an hour. */
export const forgetOldRequests = async (sql: Query): Promise<void> => {
  await sql`
    delete from service.request_times
    where coalesce(accepted[cardinality(accepted)], '-infinity') < clock_timestamp() - interval '1 hour'`;
};
