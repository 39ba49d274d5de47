import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-access-"));
});
afterEach(() => rm(folder, { recursive: true }));

const oidc = { OIDC_ISSUER: "https://id.example.com/realm", OIDC_CLIENT_ID: "console" };
const secret = "a-secret-of-the-proxy";
const identity = {
  IDENTITY_HEADER: "X-Forwarded-User",
  IDENTITY_PEERS: "10.0.0.5, 10.1.0.0/16,::1",
  IDENTITY_SECRET: secret,
};

const read = (env: Record<string, string>) => readSettings(env, "console").access;

test("OpenID Connect needs an issuer and a client only", () => {
  expect(read(oidc).signIn).toEqual({
    kind: "oidc",
    issuer: "https://id.example.com/realm",
    clientId: "console",
    clientSecret: undefined,
    scope: "openid profile email",
    roleClaim: "roles",
    roles: new Map(),
    prompt: undefined,
    idleMs: 7_200_000,
    lifetimeMs: 43_200_000,
  });
});

test("every variable is read, the secrets from files too", async () => {
  const [secretFile, cert, key] = ["secret", "cert.pem", "key.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const file of [secretFile, cert, key])
    await writeFile(file, `content of ${file}\n`, { mode: 0o600 });
  const access = read({
    ...oidc,
    OIDC_CLIENT_SECRET_FILE: secretFile,
    OIDC_SCOPE: "openid groups",
    OIDC_ROLE_CLAIM: "realm_access.roles",
    OIDC_ROLES: "support team=agent, cn=it=admin,*=viewer",
    OIDC_PROMPT: "login",
    PUBLIC_URL: "https://console.example.com",
    SESSION_IDLE_MINUTES: "30",
    SESSION_HOURS: "8",
    TLS_CERT: cert,
    TLS_KEY: key,
    TRUSTED_PROXIES: "10.0.0.1",
  });
  expect(access).toMatchObject({
    publicUrl: "https://console.example.com",
    signIn: {
      clientSecret: `content of ${secretFile}`,
      scope: "openid groups",
      roleClaim: "realm_access.roles",
      roles: new Map([
        ["support team", "agent"],
        ["cn=it", "admin"],
        ["*", "viewer"],
      ]),
      prompt: "login",
      idleMs: 1_800_000,
      lifetimeMs: 28_800_000,
    },
    tls: { cert: `content of ${cert}`, key: `content of ${key}` },
    trustedProxies: ["10.0.0.1"],
  });
});

test("an identity header needs its proxies and their secret", () => {
  expect(read({ ...identity, IDENTITY_ROLES: "it=admin" }).signIn).toEqual({
    kind: "header",
    header: "x-forwarded-user",
    groupsHeader: "x-forwarded-groups",
    roles: new Map([["it", "admin"]]),
    peers: ["10.0.0.5", "10.1.0.0/16", "::1"],
    secret,
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "a provider without TLS",
    { ...oidc, OIDC_ISSUER: "http://id.example.com" },
    /must start with https/,
  ],
  ["a provider that is no URL", { ...oidc, OIDC_ISSUER: "id" }, /OIDC_ISSUER must be a URL/],
  ["no client", { OIDC_ISSUER: "https://id.example.com" }, /OIDC_CLIENT_ID must be set/],
  ["both ways", { ...oidc, ...identity }, /are both set/],
  [
    "an unknown role",
    { ...oidc, OIDC_ROLES: "it=boss" },
    /The roles are viewer, agent, editor, admin/,
  ],
  ["a role without a group", { ...oidc, OIDC_ROLES: "=admin" }, /OIDC_ROLES must have the form/],
  ["no peers", { ...identity, IDENTITY_PEERS: "" }, /IDENTITY_PEERS must list/],
  ["peers that are names", { ...identity, IDENTITY_PEERS: "proxy" }, /IDENTITY_PEERS must list IP/],
  ["a network that is none", { ...identity, IDENTITY_PEERS: "10.0.0.0/33" }, /must list IP/],
  ["a short secret", { ...identity, IDENTITY_SECRET: "short" }, /at least 16/],
  ["a header that is none", { ...identity, IDENTITY_HEADER: "X User" }, /IDENTITY_HEADER must be/],
  [
    "a header with underscores",
    { ...identity, IDENTITY_HEADER: "X_User" },
    /IDENTITY_HEADER must be/,
  ],
  [
    "a public address with a path",
    { PUBLIC_URL: "https://x.test/console" },
    /must not have a path/,
  ],
  [
    "a public address without TLS",
    { PUBLIC_URL: "http://x.test" },
    /Plain http is for this machine/,
  ],
  ["a certificate without its key", { TLS_CERT: import.meta.filename }, /Set both TLS_CERT/],
  ["a certificate that is not there", { TLS_CERT: "/none", TLS_KEY: "/none" }, /TLS_CERT: ENOENT/],
  ["no idle time", { ...oidc, SESSION_IDLE_MINUTES: "0" }, /must be at least 1/],
  [
    "a provider whose address is empty",
    { ...oidc, OIDC_ISSUER: "" },
    /^OIDC_ISSUER is not set, so OIDC_CLIENT_ID would have no effect\. Set OIDC_ISSUER, or remove it\.$/,
  ],
  ...["OIDC_CLIENT_SECRET", "OIDC_ROLE_CLAIM", "OIDC_ROLES", "OIDC_SCOPE", "OIDC_PROMPT"].map(
    (name): [string, Record<string, string>, RegExp] => [
      `${name} without a provider`,
      { [name]: "it=admin", PUBLIC_URL: "https://x.test" },
      new RegExp(`^OIDC_ISSUER is not set, so ${name} would`),
    ],
  ),
  [
    "the client's secret in a file without a provider",
    { OIDC_CLIENT_SECRET_FILE: import.meta.filename },
    /^OIDC_ISSUER is not set, so OIDC_CLIENT_SECRET would/,
  ],
  ...["IDENTITY_GROUPS_HEADER", "IDENTITY_ROLES"].map(
    (name): [string, Record<string, string>, RegExp] => [
      `${name} without an identity header`,
      { [name]: "it=admin" },
      new RegExp(`^IDENTITY_HEADER is not set, so ${name} would`),
    ],
  ),
  [
    "an identity header that is empty",
    { ...identity, IDENTITY_HEADER: "" },
    /^IDENTITY_HEADER is not set, so IDENTITY_PEERS, IDENTITY_SECRET would .* remove them\.$/,
  ],
  ["half of the other way", { ...oidc, IDENTITY_SECRET: secret }, /IDENTITY_HEADER is not set/],
  ["the demo team and a provider", { ...oidc, DEMO_TEAM: "1" }, /demo team can't be used/],
  [
    "the demo team for others",
    { DEMO_TEAM: "1", PUBLIC_URL: "https://x.test" },
    /this machine only/,
  ],
  [
    "the demo team with a certificate",
    { DEMO_TEAM: "1", TLS_CERT: import.meta.filename, TLS_KEY: import.meta.filename },
    /demo team works without https only/,
  ],
])("%s is explained without secrets", (_, env, message) => {
  const failed = (() => {
    try {
      readSettings(env, "console");
      return "";
    } catch (error) {
      return error instanceof SettingsError ? error.message : String(error);
    }
  })();
  expect(failed).toMatch(message);
  expect(failed).not.toContain(secret);
});

const open = expect.stringMatching(
  /^PUBLIC_URL is set without sign-in: everyone who can open https:\/\/x\.test has all rights/,
);
test.each<[string, "console" | "service", Record<string, string>, unknown[]]>([
  ["a public address without sign-in", "console", { PUBLIC_URL: "https://x.test" }, [open]],
  ["one with sign-in", "console", { ...oidc, PUBLIC_URL: "https://x.test" }, []],
  ["one of this machine", "console", { PUBLIC_URL: "http://localhost:4200" }, []],
  ["one of a program without a console", "service", { PUBLIC_URL: "https://x.test" }, []],
  ["no public address", "console", {}, []],
])("%s has the warnings that it needs", (_, program, env, warnings) => {
  expect(readSettings(env, program).warnings).toEqual(warnings);
});
