import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessDenied, type Operation, type TokenType, tokenTypes } from "#contract/operation.ts";
import { operationEntries } from "#contract/operations.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
const tokens = new Map<TokenType, string>();

beforeAll(async () => {
  service = await startTestService({ accountTokens: ["in-memory-token"] });
  await insertReturns(service.sql, [returnModel(1)]);
  await insertRmas(service.sql, [rma(1)]);
  tokens.set("account", service.accountToken);
  tokens.set("source", await service.tokenOf({ type: "source", ownerId: 1 }));
  tokens.set("channel", await service.tokenOf({ type: "channel", ownerId: 1 }));
});
afterAll(() => service.close());

const all: readonly (readonly [string, Operation])[] = operationEntries;
const addressOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, "999999");

describe("the token matrix (api 5)", () => {
  const matrix = all.flatMap(([name, operation]) =>
    tokenTypes.map((type) => ({
      name,
      type,
      operation,
      refused: !operation.tokens.includes(type),
    })),
  );
  const denied = { status: 403, json: { error: accessDenied, issues: [] } };
  const call = (operation: Operation, type: TokenType) =>
    service.call(addressOf(operation), {
      method: operation.method,
      token: tokens.get(type) ?? "",
    });

  test.each(matrix.filter((row) => row.refused))(
    "$name refuses a token of type $type",
    async ({ operation, type }) => {
      expect(await call(operation, type)).toMatchObject(denied);
    },
  );

  test.each(matrix.filter((row) => !row.refused))(
    "$name accepts a token of type $type",
    async ({ operation, type }) => {
      expect([200, 202, 400, 404]).toContain((await call(operation, type)).status);
    },
  );

  test.each<[TokenType, string]>([
    ["channel", "/reseller-channels/2/products/parents?filterUpdatedAfter=2026-01-01"],
    ["channel", "/returns?channelId=2"],
    ["source", "/purchase-orders?filterSourceId=2"],
    ["source", "/purchase-orders/processing?filterSourceId=2"],
  ])(
    "a token of type %s is refused where the request names another one: %s",
    async (type, path) => {
      const token = tokens.get(type) ?? "";
      expect(await service.call(path, { token })).toMatchObject(denied);
      expect((await service.call(path.replace("2", "1"), { token })).status).toBe(200);
    },
  );

  test.each(all)("%s without a token, and with one that is not known", async (_, operation) => {
    for (const token of [null, "wrong"]) {
      const answer = await service.call(addressOf(operation), { method: operation.method, token });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("X-API-TOKEN");
    }
  });
});

describe("the header", () => {
  test.each(["X-API-TOKEN", "x-api-token", "X-Api-Token"])("is accepted as %s", async (name) => {
    const answer = await service.call("/account", {
      token: null,
      headers: { [name]: service.accountToken },
    });
    expect(answer.status).toBe(200);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["no header", {}, /^Send the token in the header X-API-TOKEN$/],
    ["an empty one", { "x-api-token": "" }, /^Send the token in the header X-API-TOKEN$/],
    [
      "Authorization: Bearer",
      { authorization: "Bearer abc" },
      /doesn.t use Authorization: Bearer.*X-API-TOKEN/,
    ],
    [
      "authorization: bearer",
      { authorization: "bearer" },
      /doesn.t use Authorization: Bearer.*X-API-TOKEN/,
    ],
    ["Authorization: Basic", { authorization: "Basic abc" }, /^Send the token/],
    ["an unknown token", { "x-api-token": "abc" }, /is unknown/],
    [
      "an unknown token and Bearer",
      { "x-api-token": "abc", authorization: "Bearer abc" },
      /is unknown/,
    ],
  ])("%s: 401 with a hint", async (_, headers, hint) => {
    const answer = await service.call("/account", { token: null, headers });
    expect(answer.status).toBe(401);
    expect((answer.json as { error: string }).error).toMatch(hint);
  });

  test("is refused when a valid token is sent as Bearer, or twice, or with more text around it", async () => {
    const good = service.accountToken;
    const wrongs = [
      { authorization: `Bearer ${good}` },
      { "x-api-token": `${good}, ${good}` },
      { "x-api-token": `${good}x` },
      { "x-api-token": good.slice(0, -1) },
      { "x-api-token": good.toUpperCase() },
      { x_api_token: good },
    ];
    for (const headers of wrongs) {
      expect((await service.call("/account", { token: null, headers })).status).toBe(401);
    }
  });

  test("is checked before everything else about the request", async () => {
    const request = {
      method: "PATCH",
      token: null,
      raw: "{",
      headers: { "content-type": "text/plain" },
    };
    expect((await service.call("/rmas/x/items", request)).status).toBe(401);
  });
});

describe("a token", () => {
  test("regenerated is refused at once in every process, and its successor accepted", async () => {
    const other = await service.another();
    const before = await service.tokenOf({ type: "channel", ownerId: 8 });
    expect((await other.call("/rma", { token: before })).status).toBe(200);
    const after = await service.tokenOf({ type: "channel", ownerId: 8 });
    expect((await other.call("/rma", { token: before })).status).toBe(401);
    expect((await service.call("/rma", { token: before })).status).toBe(401);
    expect((await other.call("/rma", { token: after })).status).toBe(200);
  });

  test("is kept as a hash and appears in no answer", async () => {
    const rows = JSON.stringify(await service.sql`select t::text from service.tokens t`);
    for (const token of tokens.values()) expect(rows).not.toContain(token);
    const refused = await service.call("/account", { token: tokens.get("source") ?? "" });
    expect(refused.text).not.toContain(tokens.get("source"));
  });

  test("configured in memory is an Account token of this process and of no other", async () => {
    const other = await service.another({ accountTokens: [] });
    expect((await service.call("/account", { token: "in-memory-token" })).status).toBe(200);
    expect((await other.call("/account", { token: "in-memory-token" })).status).toBe(401);
  });
});
