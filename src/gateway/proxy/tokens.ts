import type { Clock } from "#gateway/server/clock.ts";
import { createRedactor, type Redactor } from "#gateway/server/redact-secrets.ts";
import { checkTokens, type Tokens } from "./upstream-options.ts";

/** One configured token and its owner; the Account token has none. */
export interface OwnedToken {
  readonly type: "account" | "source" | "channel";
  readonly id: number | null;
  readonly token: string;
}

/** Every token with its owner. */
export const ownedTokens = ({
  accountToken,
  sourceTokens,
  channelTokens,
}: Tokens): OwnedToken[] => [
  ...(accountToken === undefined
    ? []
    : [{ type: "account" as const, id: null, token: accountToken }]),
  ...[...(sourceTokens ?? [])].map(([id, token]) => ({ type: "source" as const, id, token })),
  ...[...(channelTokens ?? [])].map(([id, token]) => ({ type: "channel" as const, id, token })),
];

export interface TokenStore {
  current(): Tokens;
  /** Removes every token that was ever in use. */
  readonly redactor: Redactor;
  /** After the upstream rejected a token: a regenerated one may be in the token's source. */
  refused(): void;
}

/** The minimum time between two readings of the tokens, however many calls are refused. */
const restMs = 5_000;

/** Holds the tokens, and reads them again when one is refused, so that a new one needs no restart. */
export const createTokenStore = (
  first: Tokens,
  clock: Clock,
  read: (() => Promise<Tokens>) | undefined,
): TokenStore => {
  let current = first;
  let readAt: number | undefined;
  const seen = new Set<string>();
  let redactor = createRedactor([]);

  const take = (tokens: Tokens) => {
    checkTokens(tokens);
    current = tokens;
    for (const { token } of ownedTokens(tokens)) seen.add(token);
    redactor = createRedactor([...seen]);
  };
  take(first);

  return {
    current: () => current,
    redactor: {
      text: (text) => redactor.text(text),
      serialise: (value) => redactor.serialise(value),
    },
    refused: () => {
      if (read === undefined || (readAt !== undefined && clock.now() - readAt < restMs)) return;
      readAt = clock.now();
      // If the tokens cannot be read now, the current ones stay.
      read()
        .then(take)
        .catch(() => undefined);
    },
  };
};
