import { describe, expect, it } from "vitest";
import { redacted } from "#gateway/server/redact-secrets.ts";
import { createFakeClock, settle } from "#gateway/testing/fake-clock.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { createTokenStore, ownedTokens } from "./tokens.ts";

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
      `${redacted} ${redacted} ${redacted}`,
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
