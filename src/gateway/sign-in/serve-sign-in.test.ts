import { type IncomingHttpHeaders, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signInCallbackPath, signInPath, signOutPath } from "#contract/people.ts";
import { badCertificates } from "#gateway/testing/certificates.ts";
import { startFakeIssuer } from "#gateway/testing/fake-issuer.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import { readReturnTo } from "./serve-sign-in.ts";

const keep = keepOpen();

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const { key, cert } = badCertificates.certificate;

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A gateway with sign-in, and calls at one of its addresses. */
const setUp = async (address: { publicUrl?: string; tls?: { key: string; cert: string } }) => {
  const issuer = keep(await startFakeIssuer());
  const upstream = keep(await startUpstream());
  const gateway = keep(
    await storage.gateway(upstream.baseUrl, {
      ...address,
      signIn: {
        kind: "oidc",
        issuer: issuer.issuer,
        clientId: issuer.clientId,
        scope: "openid",
        roleClaim: "roles",
        roles: new Map(),
        idleMs: 3_600_000,
        lifetimeMs: 12 * 3_600_000,
      },
    }),
  );
  const { publicUrl, tls } = address;
  const host = publicUrl === undefined ? `127.0.0.1:${gateway.port}` : new URL(publicUrl).host;
  const send = async (path: string, cookie = "", method = "GET"): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const request = tls === undefined ? requestPlain : requestSecure;
      const headers = {
        host,
        cookie,
        "x-requested-by": "test",
        "content-type": "application/json",
      };
      request(
        { host: "127.0.0.1", port: gateway.port, path, method, headers, ca: cert },
        (sent) => {
          sent.resume();
          resolve({ status: sent.statusCode, headers: sent.headers });
        },
      )
        .on("error", reject)
        .end(method === "POST" ? "{}" : undefined);
    });
  return { issuer, gateway, send };
};

const day = 86_400;
const hours12 = 43_200;

it.each<[string, Parameters<typeof setUp>[0], string, string]>([
  ["a proxy with https", { publicUrl: "https://console.example.com" }, "__Host-supercargo-", ""],
  ["https without a proxy", { tls: { key, cert } }, "__Host-supercargo-", ""],
  ["http on this machine", {}, "supercargo-", "-PORT"],
])(
  "fault 15: behind %s, the cookies have exactly these names and attributes",
  async (_, address, before, after) => {
    const { issuer, gateway, send } = await setUp(address);
    const suffix = after.replace("PORT", String(gateway.port));
    const secure = before.startsWith("__Host-") ? " Secure;" : "";
    const describeCookie = (name: string, seconds: number) =>
      `${before}${name}${suffix}=ID; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
    const cookiesOf = ({ headers }: Sent) => headers["set-cookie"] ?? [];
    const withoutId = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/=[\w-]{43};/, "=ID;"));
    const pairOf = ([line = ""]: readonly string[]) => line.slice(0, line.indexOf(";"));

    const left = await send(`${signInPath}?returnTo=/rmas`);
    expect(withoutId(cookiesOf(left))).toEqual([describeCookie("sign-in", day)]);
    const { searchParams } = new URL(left.headers.location ?? "");
    issuer.claim({ nonce: searchParams.get("nonce"), roles: ["agent"] });
    const callback = `${signInCallbackPath}?code=c&state=${searchParams.get("state")}`;
    const back = await send(callback, pairOf(cookiesOf(left)));
    expect([back.status, back.headers.location]).toEqual([303, "/rmas"]);
    expect(withoutId(cookiesOf(back))).toEqual([describeCookie("session", hours12)]);

    const session = pairOf(cookiesOf(back));
    expect((await send("/api/rma", session)).status).toBe(200);
    // A name that a subdomain, or a page without https, could set is not the session's.
    const other = session.startsWith("__Host-")
      ? session.slice("__Host-".length)
      : `__Host-${session}`;
    expect((await send("/api/rma", other)).status).toBe(401);
    const out = await send(signOutPath, session, "POST");
    expect(out.headers["clear-site-data"]).toBe('"cache"');
    expect(cookiesOf(out)).toEqual([describeCookie("session", 0).replace("=ID;", "=;")]);
    expect((await send("/api/rma", session)).status).toBe(401);
  },
);

it.each([
  "/",
  "/rmas",
  "/rmas/5?tab=lines#history",
  "/products?q=caf%C3%A9",
  "/a//b",
  "/?u=https://evil.test",
])("%s is kept", (path) => {
  expect(readReturnTo(path)).toBe(path);
});

it.each([
  null,
  "",
  "rmas",
  "//evil.test",
  "/\\evil.test",
  "\\/evil.test",
  "/\t/evil.test",
  "/\n//evil.test",
  "/x\r\nSet-Cookie: a=b",
  "/..//evil.test",
  "/.//evil.test",
  "/a/..//evil.test",
  "https://evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/gateway/sign-in?returnTo=/",
  "/gateway",
  "/api/rma",
  "/a\u0000b",
  `/${"x".repeat(3_000)}`,
])("fault 14: %j leads to the start page", (path) => {
  expect(readReturnTo(path)).toBe("/");
});

it("fault 14: nothing leads to another site", () => {
  const hostile = fc.array(
    fc.constantFrom("/", "\\", ".", "..", "%2f", "%5c", ":", "@", "?", "#", "evil.test", "\t", " "),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        hostile.map((parts) => `/${parts.join("")}`),
      ),
      (asked) => {
        const origin = "https://console.example.com";
        expect(new URL(readReturnTo(asked), origin).origin).toBe(origin);
      },
    ),
  );
});
