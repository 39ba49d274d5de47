import { describe, expect, it } from "vitest";
import { whyWithoutRole } from "#contract/people.ts";
import { type FakeIssuer, startFakeIssuer } from "#gateway/testing/fake-issuer.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { createOidcProvider } from "./oidc-provider.ts";
import type { OidcOptions } from "./sign-in-options.ts";

const keep = keepOpen();

const redirectUri = "https://console.example.com/gateway/sign-in/callback";

const setUp = async (hasUserinfo = false, options: Partial<OidcOptions> = {}) => {
  const issuer: FakeIssuer = keep(await startFakeIssuer(hasUserinfo));
  const provider = createOidcProvider({
    kind: "oidc",
    issuer: issuer.issuer,
    clientId: issuer.clientId,
    clientSecret: "secret-of-the-client",
    scope: "openid",
    roleClaim: "roles",
    roles: new Map(),
    idleMs: 1,
    lifetimeMs: 1,
    ...options,
  });
  const started = await provider.start(redirectUri);
  if ("failure" in started) throw new Error(started.failure.cause);
  const { url, proofs } = started;
  const finish = async (query: Record<string, string> = {}) =>
    provider.finish(
      new URL(`?${new URLSearchParams({ code: "c", state: proofs.state, ...query })}`, redirectUri),
      proofs,
    );
  return { issuer, provider, url: new URL(url), proofs, finish };
};

it("asks for a code with PKCE, state and nonce, which differ each time", async () => {
  const { provider, url, proofs } = await setUp(false, { prompt: "select_account" });
  const asked = Object.fromEntries(url.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge_method: "S256",
    state: proofs.state,
    nonce: proofs.nonce,
    prompt: "select_account",
  });
  expect(url.href).not.toContain(proofs.codeVerifier);
  const again = await provider.start(redirectUri);
  const others: string[] = "proofs" in again ? Object.values(again.proofs) : [];
  expect(others.filter((value) => Object.values(proofs).includes(value))).toEqual([]);
});

it.each<[string, Record<string, unknown>, object]>([
  ["a name and an email", { name: " Ada ", email: "a@x.test" }, { name: "Ada", email: "a@x.test" }],
  ["a name in marks of direction", { name: "\u202Eada\u202C\u2066 \u200F" }, { name: "ada" }],
  [
    "a name of nothing else",
    { name: "\u202E\u200F", email: "a@x.test" },
    { name: "a@x.test", email: "a@x.test" },
  ],
  ["an ID in marks of direction", { sub: "\u202Eada" }, { id: "\u202Eada", name: "ada" }],
  ["a user name only", { preferred_username: "ada.l" }, { name: "ada.l" }],
  ["an email only", { email: "a@x.test" }, { name: "a@x.test", email: "a@x.test" }],
  ["values of other types", { name: 5, email: ["a"] }, { name: "ada" }],
  ["a long name", { name: "x".repeat(500) }, { name: "x".repeat(200) }],
  [
    "a character at the cut",
    { name: `${"x".repeat(199)}😀`, email: `${"y".repeat(198)}😀z` },
    { name: "x".repeat(199), email: `${"y".repeat(198)}😀` },
  ],
])("a person with %s", async (_, claims, expected) => {
  const { issuer, proofs, finish } = await setUp();
  issuer.claim({ nonce: proofs.nonce, roles: ["agent"], ...claims });
  expect(await finish()).toEqual({ person: { id: "ada", role: "agent", ...expected } });
});

describe("fault 14: an ID token", () => {
  it.each<[string, Record<string, unknown>]>([
    ["of a foreign issuer", { iss: "https://evil.test" }],
    ["for another client", { aud: "another" }],
    ["for several clients, given to another one", { aud: ["console", "x"], azp: "x" }],
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["that has expired", { exp: 1_000 }],
    ["of the future", { nbf: 9_000_000_000 }],
    ["without a person", { sub: undefined }],
  ])("%s is refused", async (_, claims) => {
    const { issuer, proofs, finish } = await setUp();
    issuer.claim({ nonce: proofs.nonce, roles: ["admin"], ...claims });
    expect(await finish()).toMatchObject({ failure: { status: 400 } });
  });

  it("signed with an unknown key is refused", async () => {
    const { issuer, proofs, finish } = await setUp();
    issuer.claim({ nonce: proofs.nonce, roles: ["admin"] });
    issuer.forge();
    expect(await finish()).toMatchObject({ failure: { status: 400 } });
  });

  it("is not asked for with a wrong state", async () => {
    const { issuer, proofs, finish } = await setUp();
    issuer.claim({ nonce: proofs.nonce, roles: ["admin"] });
    expect(await finish({ state: "another" })).toMatchObject({ failure: { status: 400 } });
  });
});

it("reads what the ID token lacks from userinfo, of the same person only", async () => {
  const { issuer, proofs, finish } = await setUp(true);
  issuer.claim({ nonce: proofs.nonce });
  issuer.inform({ sub: "ada", name: "Ada", roles: ["editor"] });
  expect(await finish()).toEqual({ person: { id: "ada", name: "Ada", role: "editor" } });
  issuer.inform({ sub: "mallory", name: "Ada", roles: ["admin"] });
  expect(await finish()).toMatchObject({ failure: { status: 400 } });
});

it("reads the roles from userinfo where the ID token has another part of the same claim", async () => {
  const { issuer, proofs, finish } = await setUp(true, { roleClaim: "access.console.roles" });
  issuer.claim({ nonce: proofs.nonce, name: "Ada", access: { account: { roles: ["admin"] } } });
  issuer.inform({ sub: "ada", access: { console: { roles: ["editor"] } } });
  expect(await finish()).toEqual({ person: { id: "ada", name: "Ada", role: "editor" } });
});

it.each([
  [{ sub: "ada", name: "Ada", email: "ada@x.test" }, "Ada (ada@x.test)"],
  [{ sub: "ada", name: "Ada" }, "Ada (ada)"],
  [{ sub: "ada", email: "ada@x.test" }, "ada@x.test"],
  [{ sub: "ada" }, "ada"],
])("refuses a person without a role, and names the account: %j", async (claims, name) => {
  const { issuer, proofs, finish } = await setUp();
  issuer.claim({ nonce: proofs.nonce, roles: ["guest"], ...claims });
  expect(await finish()).toMatchObject({
    failure: { status: 403, reason: expect.stringContaining(whyWithoutRole(name)) },
  });
});

it("names no secret when the provider refuses", async () => {
  const { issuer, finish } = await setUp();
  issuer.fail(401);
  const text = JSON.stringify(await finish());
  expect(text).toContain("invalid_grant");
  expect(text).not.toContain("secret-of-the-client");
});

it("tries again after the provider was not reached", async () => {
  const { issuer } = await setUp();
  const { port } = new URL(issuer.issuer);
  const options = { clientId: "console", scope: "openid", roleClaim: "roles", roles: new Map() };
  const ends = { kind: "oidc", idleMs: 1, lifetimeMs: 1 } as const;
  const down = createOidcProvider({ ...options, ...ends, issuer: `http://127.0.0.1:1/${port}` });
  for (const _ of [1, 2])
    expect(await down.start(redirectUri)).toMatchObject({ failure: { status: 502 } });
  expect(await down.signOutUrl("https://console.example.com/")).toBeNull();
});

it("leads to the provider's page for signing out", async () => {
  const { issuer, provider } = await setUp();
  const url = new URL((await provider.signOutUrl("https://console.example.com/")) ?? "");
  expect([url.origin, url.pathname]).toEqual([issuer.issuer, "/end"]);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe("https://console.example.com/");
});
