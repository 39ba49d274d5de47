import type { Operation, TokenType } from "#contract/operation.ts";
import type { Tokens } from "./upstream-options.ts";

/** The token's owner in words: `account`, `source 12`, `channel 3`. */
interface ChosenToken {
  readonly owner: string;
  readonly token: string;
}

export type TokenChoice =
  | ({ readonly kind: "chosen" } & ChosenToken)
  /** No configured token fits; these would. */
  | { readonly kind: "missing"; readonly tokens: readonly string[] };

type OwnerType = Exclude<TokenType, "account">;

const tokensOf = (tokens: Tokens, type: OwnerType): ReadonlyMap<number, string> =>
  (type === "source" ? tokens.sourceTokens : tokens.channelTokens) ?? new Map<number, string>();

/**
 * The token for one call (api 5): the token of the source or channel that the operation names as owner, if it is
 * configured, else the Account token; without an Account token, the one token of a type that the operation accepts, if
 * exactly one is configured.
 */
export const chooseToken = (
  operation: Pick<Operation, "tokens" | "owner">,
  ownerId: number | undefined,
  tokens: Tokens,
): TokenChoice => {
  const owner = operation.owner;
  if (owner !== undefined && ownerId !== undefined && operation.tokens.includes(owner.type)) {
    const own = tokensOf(tokens, owner.type).get(ownerId);
    if (own !== undefined) return { kind: "chosen", owner: `${owner.type} ${ownerId}`, token: own };
  }
  if (operation.tokens.includes("account") && tokens.accountToken !== undefined)
    return { kind: "chosen", owner: "account", token: tokens.accountToken };
  const named = owner !== undefined && ownerId !== undefined;
  const only = named ? undefined : onlyToken(operation.tokens, tokens);
  return only === undefined
    ? { kind: "missing", tokens: fitting(operation, ownerId) }
    : { kind: "chosen", ...only };
};

const isOwnerType = (type: TokenType): type is OwnerType => type !== "account";

const onlyToken = (types: readonly TokenType[], tokens: Tokens): ChosenToken | undefined => {
  const all = types
    .filter(isOwnerType)
    .flatMap((type) =>
      [...tokensOf(tokens, type)].map(([id, token]) => ({ owner: `${type} ${id}`, token })),
    );
  return all.length === 1 ? all[0] : undefined;
};

const fitting = (
  { tokens, owner }: Pick<Operation, "tokens" | "owner">,
  ownerId: number | undefined,
): string[] =>
  tokens.map((type) =>
    owner?.type === type && ownerId !== undefined ? `${type} ${ownerId}` : type,
  );
