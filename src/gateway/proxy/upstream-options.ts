import { requestRate } from "#contract/limits.ts";

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

export const checkTokens = ({ accountToken, sourceTokens, channelTokens }: Tokens): void => {
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
