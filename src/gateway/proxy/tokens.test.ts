import { describe, expect, it } from "vitest";
import { createFakeClock, settle } from "#gateway/testing/fake-clock.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { chooseToken, createTokenStore, ownedTokens, readUpstreamOptions } from "./tokens.ts";

const keep = keepOpen();

const old = { accountToken: "the-old-token", channelTokens: new Map([[3, "channel-token"]]) };

describe("the tokens", () => {
  it("are listed with their owners", () => {
    expect(ownedTokens({ ...old, sourceTokens: new Map([[12, "source-token"]]) })).toEqual([
      { type: "account", id: null, token: "the-old-token" },
      { type: "source", id: 12, token: "source-token" },
      { type: "channel", id: 3, token: "channel-token" },
    ]);
    expect(ownedTokens({})).toEqual([]);
  });

  it("fault 51: are read again when one is refused, at most every five seconds", async () => {
    const clock = createFakeClock();
    let reads = 0;
    const store = createTokenStore(old, clock, async () => ({
      accountToken: `token-number-${(reads += 1)}`,
    }));
    for (let i = 0; i < 10; i += 1) store.refused();
    await settle();
    expect([reads, store.current()]).toEqual([1, { accountToken: "token-number-1" }]);
    await clock.advance(5_000);
    store.refused();
    await settle();
    expect([reads, store.current()]).toEqual([2, { accountToken: "token-number-2" }]);
    expect(store.redactor.text("the-old-token token-number-1 token-number-2")).toBe(
      "[redacted] [redacted] [redacted]",
    );
  });

  it.each([
    ["cannot be read", async () => Promise.reject(new Error("gone"))],
    ["are no tokens", async () => Promise.resolve({ accountToken: "two words" })],
  ])("stay when the new ones %s", async (_, read) => {
    const store = createTokenStore(old, createFakeClock(), read);
    store.refused();
    await settle();
    expect(store.current()).toBe(old);
  });

  it("fault 51: are exchanged while calls run, without a restart", async () => {
    const upstream = keep(
      await startUpstream((request, response) =>
        request.headers["x-api-token"] === "the-new-token"
          ? answer(response, 200, [])
          : answer(response, 401, { error: "Unknown token" }),
      ),
    );
    const gateway = keep(
      await startGateway({
        upstream: { baseUrl: upstream.baseUrl, ...old },
        refreshTokens: async () => Promise.resolve({ accountToken: "the-new-token" }),
      }),
    );
    expect((await gateway.call("/api/rma")).status).toBe(401);
    await settle();
    expect((await gateway.call("/api/rma")).status).toBe(200);
    const connection = (await (await gateway.call("/gateway/connection")).json()) as {
      tokens: unknown[];
    };
    expect(connection.tokens).toMatchObject([{ type: "account", id: null, verdict: "good" }]);
  });
});

const sources = new Map([
  [12, "s12"],
  [13, "s13"],
]);
const channels = new Map([[3, "c3"]]);
const bySource = {
  tokens: ["account", "source"],
  owner: { type: "source", in: "query", name: "filterSourceId" },
} as const;
const byChannel = {
  tokens: ["account", "channel"],
  owner: { type: "channel", in: "path", name: "channelId" },
} as const;
const accountOnly = { tokens: ["account"] } as const;
const anyType = { tokens: ["account", "source", "channel"] } as const;
const all = { accountToken: "a", sourceTokens: sources, channelTokens: channels };
const missing = (...tokens: string[]) => ({ missing: tokens });

it.each([
  {
    name: "the source's own",
    operation: bySource,
    id: 12,
    tokens: all,
    expected: { token: "s12" },
  },
  {
    name: "the Account's for a source without one",
    operation: bySource,
    id: 99,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "the Account's when no source is named",
    operation: bySource,
    id: undefined,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "the channel's own",
    operation: byChannel,
    id: 3,
    tokens: all,
    expected: { token: "c3" },
  },
  {
    name: "the Account's for what is the account's",
    operation: accountOnly,
    id: undefined,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "none for what is the account's",
    operation: accountOnly,
    id: undefined,
    tokens: { sourceTokens: sources, channelTokens: channels },
    expected: missing("account"),
  },
  {
    name: "none for another source",
    operation: bySource,
    id: 99,
    tokens: { sourceTokens: sources },
    expected: missing("account", "source 99"),
  },
  {
    name: "none where two would fit",
    operation: bySource,
    id: undefined,
    tokens: { sourceTokens: sources },
    expected: missing("account", "source"),
  },
  {
    name: "the only one there is",
    operation: anyType,
    id: undefined,
    tokens: { channelTokens: channels },
    expected: { token: "c3" },
  },
  {
    name: "none for another channel, though there is only one",
    operation: byChannel,
    id: 4,
    tokens: { channelTokens: channels },
    expected: missing("account", "channel 4"),
  },
  {
    name: "none of the wrong type",
    operation: byChannel,
    id: undefined,
    tokens: { sourceTokens: new Map([[1, "s1"]]) },
    expected: missing("account", "channel"),
  },
  {
    name: "none where none is configured",
    operation: anyType,
    id: undefined,
    tokens: {},
    expected: missing("account", "source", "channel"),
  },
])("chooses $name", ({ operation, id, tokens, expected }) => {
  expect(chooseToken(operation, id, tokens)).toMatchObject(expected);
});

it.each([
  ["https://api.example.com", "https://api.example.com", ""],
  ["https://api.example.com/", "https://api.example.com", ""],
  ["https://api.example.com/v1/x//", "https://api.example.com", "/v1/x"],
  ["http://127.0.0.1:4201", "http://127.0.0.1:4201", ""],
])("splits %s", (baseUrl, origin, basePath) => {
  expect(readUpstreamOptions({ baseUrl })).toEqual({
    origin,
    basePath,
    rateLimit: 2,
    embedded: false,
  });
});

it.each([
  "",
  "api.example.com",
  "ftp://x",
  "file:///etc/passwd",
  "https://user:pw@x.test",
  "https://x.test/?a=b",
  "https://x.test/#a",
])("refuses the address %s", (baseUrl) => {
  expect(() => readUpstreamOptions({ baseUrl })).toThrow("API_BASE_URL");
});

it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "refuses the rate limit %d",
  (rateLimit) => {
    expect(() => readUpstreamOptions({ baseUrl: "http://x.test", rateLimit })).toThrow(
      "API_RATE_LIMIT",
    );
  },
);

it.each(["with space", "line\r\nx: y", "tab\t", "naïve", "x".repeat(513), ""])(
  "refuses a token that no header accepts, without repeating it",
  (token) => {
    const refusal = (options: object) => {
      try {
        readUpstreamOptions({ baseUrl: "http://x.test", ...options });
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const refusals = [
      refusal({ accountToken: token }),
      refusal({ sourceTokens: new Map([[12, token]]) }),
      refusal({ channelTokens: new Map([[3, token]]) }),
    ];
    expect(refusals.map((text) => /The (.*) token/.exec(text)?.[1])).toEqual([
      "Account",
      "source 12",
      "channel 3",
    ]);
    expect(refusals.filter((text) => token !== "" && text.includes(token))).toEqual([]);
  },
);
