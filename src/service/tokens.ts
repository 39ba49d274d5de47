import type { Sql } from "#database/sql.ts";
import type { Caller } from "./handler.ts";
import { generateToken } from "#service/store/tokens.ts";
import { ownerExists } from "./store/account.ts";
import { addToken, freeTokens, listTokens, putToken } from "./store/tokens.ts";

/** Tokens from the operator's configuration: the account's, and those of sources and channels by their id. */
export interface GivenTokens {
  readonly account?: string | undefined;
  readonly sources?: ReadonlyMap<number, string>;
  readonly channels?: ReadonlyMap<number, string>;
}

/** Creates a token for an owner, replaces the previous one, and returns it: it can be read only this once. */
export const createToken = async (sql: Sql, owner: Caller): Promise<string> => {
  const token = generateToken();
  await putToken(sql, owner, token);
  return token;
};

/** Creates the Account token of a database that has none yet; undefined when it has one. */
export const createFirstToken = async (sql: Sql): Promise<string | undefined> => {
  const token = generateToken();
  return (await addToken(sql, { type: "account" }, token)) ? token : undefined;
};

const givenOwners = ({
  account,
  sources,
  channels,
}: GivenTokens): (readonly [Caller, string])[] => [
  ...(account === undefined ? [] : [[{ type: "account" }, account] as const]),
  ...[...(sources ?? [])].map(([ownerId, token]) => [{ type: "source", ownerId }, token] as const),
  ...[...(channels ?? [])].map(
    ([ownerId, token]) => [{ type: "channel", ownerId }, token] as const,
  ),
];

/** Accepts the given tokens from now on, each replacing its owner's previous one; all or none. */
export const acceptTokens = async (sql: Sql, given: GivenTokens): Promise<void> => {
  const owners = givenOwners(given);
  if (new Set(owners.map(([, token]) => token)).size < owners.length) {
    throw new Error("Two owners have the same token. Give each its own token");
  }
  await sql.begin(async (transaction) => {
    await freeTokens(transaction, owners);
    for (const [owner, token] of owners) await putToken(transaction, owner, token);
  });
};

const usage = "Usage: npm run tokens -- list | create account|source:ID|channel:ID";

const failed = (output: string) => ({ output, exitCode: 1 });

const listCommand = async (sql: Sql): Promise<{ output: string; exitCode: number }> => {
  const tokens = await listTokens(sql);
  const lines = tokens.map(({ owner, createdAt }) => `${owner.padEnd(20)} created ${createdAt}`);
  return { output: lines.length === 0 ? "No tokens yet" : lines.join("\n"), exitCode: 0 };
};

const ownerNamed = (name: string): Caller | undefined => {
  if (name === "account") return { type: "account" };
  const [, type, id] = /^(source|channel):([1-9]\d{0,14})$/.exec(name) ?? [];
  return type === undefined
    ? undefined
    : { type: type as "source" | "channel", ownerId: Number(id) };
};

const createCommand = async (
  sql: Sql,
  name: string,
): Promise<{ output: string; exitCode: number }> => {
  const owner = ownerNamed(name);
  if (owner === undefined) return failed(usage);
  if (owner.type !== "account" && !(await ownerExists(sql, owner.type, owner.ownerId))) {
    return failed(`There is no ${owner.type} ${owner.ownerId}`);
  }
  const token = await createToken(sql, owner);
  return {
    output: `${token}\nThis token for ${name} is shown only once. The previous token no longer works.`,
    exitCode: 0,
  };
};

/** `npm run tokens`: lists the owners of tokens, or creates a new token. */
export const tokensCommand = async (
  sql: Sql,
  args: readonly string[],
): Promise<{ output: string; exitCode: number }> => {
  const [command, name, ...rest] = args;
  if (command === "list" && name === undefined) return listCommand(sql);
  if (command === "create" && name !== undefined && rest.length === 0)
    return createCommand(sql, name);
  return failed(usage);
};
