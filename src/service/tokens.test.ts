import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertChannels, insertSources } from "./store/account.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";
import { acceptTokens, createFirstToken, createToken, tokensCommand } from "./tokens.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await insertSources(service.sql, [{ id: 12, name: "Alder Works" }]);
  await insertChannels(service.sql, [{ id: 3, name: "Quay Street", channelType: "storefront" }]);
});
afterAll(() => service.close());

const statusOf = async (path: string, token: string) =>
  (await service.call(path, { token })).status;

describe("npm run tokens", () => {
  test.each([
    ["account", "/account"],
    ["channel:3", "/rma"],
    ["source:12", "/purchase-orders"],
  ])("create %s makes a token that works, in place of the one before", async (owner, path) => {
    const [first, second] = [
      await tokensCommand(service.sql, ["create", owner]),
      await tokensCommand(service.sql, ["create", owner]),
    ].map(({ output, exitCode }) => ({ token: output.split("\n")[0] ?? "", exitCode }));
    expect([first?.exitCode, second?.exitCode]).toEqual([0, 0]);
    expect(second?.token).toMatch(/^[\w-]{43}$/);
    expect(await statusOf(path, first?.token ?? "")).toBe(401);
    expect(await statusOf(path, second?.token ?? "")).toBe(200);
  });

  test("list names the owners and no token", async () => {
    const token = await createToken(service.sql, { type: "channel", ownerId: 3 });
    const { output, exitCode } = await tokensCommand(service.sql, ["list"]);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^channel:3\s+created \d{4}-\d\d-\d\dT[\d:.]+Z$/m);
    expect(output).not.toContain(token);
  });

  test.each([
    [[]],
    [["create"]],
    [["list", "all"]],
    [["create", "account", "now"]],
    [["create", "source:"]],
    [["create", "source:0"]],
    [["create", "source:1x"]],
    [["create", "vendor:1"]],
    [["create", "source:99999999999999999999"]],
    [["remove", "account"]],
  ])("%j is answered with its usage", async (args) => {
    expect(await tokensCommand(service.sql, args)).toEqual({
      output: "Usage: npm run tokens -- list | create account|source:ID|channel:ID",
      exitCode: 1,
    });
  });

  test("create refuses a source that does not exist", async () => {
    expect(await tokensCommand(service.sql, ["create", "source:77"])).toEqual({
      output: "There is no source 77",
      exitCode: 1,
    });
  });
});

describe("given tokens", () => {
  test("are accepted for their owners and replace the previous ones", async () => {
    const before = await createToken(service.sql, { type: "source", ownerId: 12 });
    await acceptTokens(service.sql, {
      account: "given-a",
      sources: new Map([[12, "given-s"]]),
      channels: new Map([[3, "given-c"]]),
    });
    expect(await statusOf("/account", "given-a")).toBe(200);
    expect(await statusOf("/purchase-orders", "given-s")).toBe(200);
    expect(await statusOf("/rma", "given-c")).toBe(200);
    expect(await statusOf("/purchase-orders", before)).toBe(401);
    await acceptTokens(service.sql, { account: "given-a" });
    expect(await statusOf("/rma", "given-c")).toBe(200);
  });

  test("that are equal for two owners are refused, and none is stored", async () => {
    const twice = {
      account: "new",
      sources: new Map([[12, "same"]]),
      channels: new Map([[3, "same"]]),
    };
    await expect(acceptTokens(service.sql, twice)).rejects.toThrow(
      "Two owners have the same token",
    );
    expect(await statusOf("/account", "new")).toBe(401);
  });

  test("may change owners", async () => {
    await acceptTokens(service.sql, {
      sources: new Map([[12, "left"]]),
      channels: new Map([[3, "right"]]),
    });
    await acceptTokens(service.sql, {
      sources: new Map([[12, "right"]]),
      channels: new Map([[3, "left"]]),
    });
    expect(await statusOf("/rma", "left")).toBe(200);
    expect(await statusOf("/rma", "right")).toBe(403);
  });

  test("the first Account token is created once, however many processes start at the same time", async () => {
    await service.sql`delete from service.tokens`;
    const made = await Promise.all([1, 2, 3].map(() => createFirstToken(service.sql)));
    const tokens = made.filter((token) => token !== undefined);
    expect(tokens.length).toBe(1);
    expect(await statusOf("/account", tokens[0] ?? "")).toBe(200);
  });
});
