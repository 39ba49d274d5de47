import { requestRate } from "#contract/limits.ts";
import type { Operation } from "#contract/operation.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { createRedactor } from "#gateway/server/redact-secrets.ts";

export interface Tokens {
  readonly accountToken?: string | undefined;
  /** By the id of the source or channel that each is for. */
  readonly sourceTokens?: ReadonlyMap<number, string>;
  readonly channelTokens?: ReadonlyMap<number, string>;
}

/** The gateway's settings for the upstream API (the API_… environment variables). */
export interface UpstreamOptions extends Tokens {
  /** The base address of the API, with or without a path: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Requests per rolling second and token that the upstream allows; 0: no limit. */
  readonly rateLimit?: number;
  /** True when it is the embedded service. */
  readonly embedded?: boolean;
}

export interface UpstreamSettings {
  readonly origin: string;
  /** The base address's own path, without a slash at its end. */
  readonly basePath: string;
  readonly rateLimit: number;
  readonly embedded: boolean;
}

/** Tokens go into a header: visible ASCII only. The message never quotes one. */
const checkToken = (name: string, token: string): void => {
  if (!/^[\x21-\x7e]{1,512}$/.test(token))
    throw new Error(`The ${name} token must be one word of at most 512 visible ASCII characters.`);
};

const checkTokens = ({ accountToken, sourceTokens, channelTokens }: Tokens): void => {
  if (accountToken !== undefined) checkToken("Account", accountToken);
  for (const [id, token] of sourceTokens ?? []) checkToken(`source ${id}`, token);
  for (const [id, token] of channelTokens ?? []) checkToken(`channel ${id}`, token);
};

/** Checks the options at start, where errors can still be reported to the person who set them. */
export const readUpstreamOptions = (options: UpstreamOptions): UpstreamSettings => {
  if (!URL.canParse(options.baseUrl)) throw new Error("API_BASE_URL must be a URL.");
  const url = new URL(options.baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error("API_BASE_URL must start with http:// or https://.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new Error("API_BASE_URL must be a URL without a user name, query or fragment.");
  const rateLimit = options.rateLimit ?? requestRate.limit;
  if (!Number.isInteger(rateLimit) || rateLimit < 0)
    throw new Error("API_RATE_LIMIT must be a whole number.");
  checkTokens(options);
  return {
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    rateLimit,
    embedded: options.embedded ?? false,
  };
};

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

/** The token for a call, or the kinds of token that would fit where none is configured. */
type TokenChoice = { readonly token: string } | { readonly missing: readonly string[] };

/** The token for a call that names this source or channel, or none. */
export type TokenFor = (operation: Operation, ownerId: number | undefined) => TokenChoice;

/**
 * The token for one call (api 5): the token of the source or channel that the operation names as owner, if it is
 * configured, else the Account token; without an Account token, the one token of a type that the operation accepts, if
 * exactly one is configured.
 */
export const chooseToken = (
  { tokens: types, owner }: Pick<Operation, "tokens" | "owner">,
  ownerId: number | undefined,
  tokens: Tokens,
): TokenChoice => {
  const accepted = ownedTokens(tokens).filter(({ type }) => types.includes(type));
  const named = ownerId === undefined ? undefined : owner?.type;
  const chosen =
    accepted.find(({ type, id }) => type === named && id === ownerId) ??
    accepted.find(({ type }) => type === "account") ??
    (named === undefined && accepted.length === 1 ? accepted[0] : undefined);
  return chosen ?? { missing: types.map((type) => (type === named ? `${type} ${ownerId}` : type)) };
};

/** The minimum time between two readings of the tokens, however many calls are refused. */
const restMs = 5_000;

/** Holds the tokens, and reads them again when one is refused, so that a new one needs no restart. */
export const createTokenStore = (
  first: Tokens,
  clock: Clock,
  read: (() => Promise<Tokens>) | undefined,
) => {
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
    current: (): Tokens => current,
    /** Removes every token that was ever in use. */
    redactor: {
      text: (text: string) => redactor.text(text),
      serialise: (value: unknown) => redactor.serialise(value),
    },
    /** After the upstream rejected a token: a regenerated one may be in the token's source. */
    refused: (): void => {
      if (read === undefined || (readAt !== undefined && clock.now() - readAt < restMs)) return;
      readAt = clock.now();
      // If the tokens cannot be read now, the current ones stay.
      read()
        .then(take)
        .catch(() => undefined);
    },
  };
};
