import { describe, expect, it } from "vitest";
import { type Session, sessionPath, whyWithoutRole } from "#contract/people.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { exchange, statusesIn } from "#gateway/testing/raw-socket.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { isPeer, listPeers } from "./identity-header.ts";
import type { IdentityOptions } from "./sign-in-options.ts";

const keep = keepOpen();

const secret = "a-secret-of-the-proxy";

const setUp = async (options: Partial<IdentityOptions> = {}) => {
  const upstream = keep(await startUpstream());
  const gateway = keep(
    await startGateway({
      upstream: { baseUrl: upstream.baseUrl },
      signIn: {
        kind: "header",
        header: "x-forwarded-user",
        groupsHeader: "x-forwarded-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8", "::1"],
        secret,
        ...options,
      },
    }),
  );
  const send = async (lines: readonly string[], start = "GET /api/rma") => {
    const always = [`Host: 127.0.0.1:${gateway.port}`, "Connection: close", "X-Requested-By: t"];
    const head = [`${start} HTTP/1.1`, ...always, ...lines].join("\r\n");
    return exchange(gateway.port, `${head}\r\n\r\n`);
  };
  return { upstream, gateway, send };
};

const user = "X-Forwarded-User: ada";
const groups = "X-Forwarded-Groups: staff,agent";
const proof = `X-Identity-Secret: ${secret}`;

describe("fault 13: a named person", () => {
  it.each<[string, readonly string[], Partial<IdentityOptions>?]>([
    ["without the secret", [user, groups]],
    ["with a wrong secret", [user, groups, "X-Identity-Secret: another"]],
    ["with an empty secret", [user, groups, "X-Identity-Secret:"]],
    ["with the secret twice", [user, groups, proof, proof]],
    ["from another address", [user, groups, proof], { peers: ["10.0.0.0/8"] }],
    ["from no listed address", [user, groups, proof], { peers: [] }],
    ["named twice", [user, "x-forwarded-user: mallory", groups, proof]],
    ["named with underscores", ["X_Forwarded_User: ada", groups, proof]],
    ["with the secret under another spelling", [user, groups, `X_Identity_Secret: ${secret}`]],
    ["without a name", ["X-Forwarded-User:", groups, proof]],
    ["with a name of control characters", ["X-Forwarded-User: a\u0007da", groups, proof]],
    ["with a name of marks of direction", ["X-Forwarded-User: \u00e2\u0080\u00ae", groups, proof]],
    ["with an endless name", [`X-Forwarded-User: ${"a".repeat(300)}`, groups, proof]],
    ["without a role", [user, "X-Forwarded-Groups: staff", proof]],
    ["with groups given twice", [user, groups, groups, proof]],
    ["with groups under underscores", [user, "X_Forwarded_Groups: admin", proof]],
    ["named by nothing", []],
  ])("%s is signed out", async (_, lines, options) => {
    const { upstream, send } = await setUp(options);
    const [status] = statusesIn(await send(lines));
    expect([400, 401]).toContain(status);
    expect(upstream.connections()).toBe(0);
  });

  it("from a listed address with the secret is signed in, with the role of the groups", async () => {
    const { gateway, upstream, send } = await setUp();
    expect(statusesIn(await send([user, groups, proof]))).toEqual([200]);
    expect(upstream.arrivals[0]?.headers).not.toHaveProperty("x-forwarded-user");
    expect(upstream.arrivals[0]?.headers).not.toHaveProperty("x-identity-secret");
    expect(statusesIn(await send([user, groups, proof], "POST /gateway/connection"))).toEqual([
      403,
    ]);
    const headers = {
      "x-forwarded-user": "ren\u00c3\u00a9@x.test",
      "x-forwarded-groups": "viewer",
      "x-identity-secret": secret,
    };
    const session = (await (await gateway.call(sessionPath, { headers })).json()) as Session;
    expect(session).toEqual({
      signIn: "header",
      person: { id: "rené@x.test", name: "rené@x.test", email: "rené@x.test", role: "viewer" },
      expiresAt: null,
      idleUntil: null,
    });
  });
});

it("shows no marks of the writing direction in a name, and keeps the id", async () => {
  const { gateway } = await setUp();
  const headers = {
    // U+202E in UTF-8
    "x-forwarded-user": "\u00e2\u0080\u00aeada@x.test",
    "x-forwarded-groups": "viewer",
    "x-identity-secret": secret,
  };
  const session = (await (await gateway.call(sessionPath, { headers })).json()) as Session;
  expect(session.person).toMatchObject({
    id: "\u202Eada@x.test",
    name: "ada@x.test",
    email: "ada@x.test",
  });
});

it("tells a person without a role who they are, and whom to ask", async () => {
  const { gateway } = await setUp();
  const headers = { "x-forwarded-user": "ren\u00c3\u00a9@x.test", "x-identity-secret": secret };
  const read = async (path: string): Promise<unknown> =>
    (await gateway.call(path, { headers })).json();
  const ends = { expiresAt: null, idleUntil: null };
  expect(await read(sessionPath)).toEqual({
    signIn: "header",
    person: null,
    ...ends,
    withoutRole: "rené@x.test",
  });
  expect(await read("/api/rma")).toMatchObject({
    status: 401,
    detail: whyWithoutRole("rené@x.test"),
  });
  const stranger = await gateway.call(sessionPath, { headers: { "x-forwarded-user": "ada" } });
  expect(await stranger.json()).toEqual({ signIn: "header", person: null, ...ends });
});

it.each<[string, string | undefined, boolean]>([
  ["10.0.0.5", "10.0.0.5", true],
  ["10.0.0.5", "::ffff:10.0.0.5", true],
  ["10.0.0.5", "10.0.0.6", false],
  ["10.1.0.0/16", "10.1.200.7", true],
  ["10.1.0.0/16", "10.2.0.1", false],
  ["fd00::/8", "fd12::1", true],
  ["::1", "127.0.0.1", false],
  ["10.0.0.5", undefined, false],
  ["10.0.0.5", "nonsense", false],
])("the list %s and the address %s", (peer, address, isListed) => {
  expect(isPeer(listPeers([peer]), address)).toBe(isListed);
});
