import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-settings-"));
});
afterEach(() => rm(folder, { recursive: true }));

const withoutSignIn = {
  publicUrl: undefined,
  signIn: undefined,
  demoTeam: false,
  trustedProxies: [],
  tls: undefined,
  session: { idleMs: 7_200_000, lifetimeMs: 43_200_000 },
};

const none = { account: undefined, sources: new Map(), channels: new Map() };

test("without any variable the console uses a demonstration service", () => {
  expect(readSettings({}, "console")).toEqual({
    host: "127.0.0.1",
    port: 4200,
    upstream: undefined,
    currency: undefined,
    gatewayRate: 2,
    service: { port: 4201, rateLimit: 2, tokens: none, demoParents: 2_000, webhookPrivate: false },
    database: { databaseUrl: undefined, dataDir: resolve(".data") },
    auditDays: 400,
    copyShare: 0.5,
    recordsDays: 400,
    reviewsRules: false,
    access: withoutSignIn,
    warnings: [],
  });
});

test("the service without a console listens on its own port and starts empty", () => {
  const { port, service } = readSettings({}, "service");
  expect([port, service.demoParents]).toEqual([4201, 0]);
});

test("every variable is read", () => {
  const settings = readSettings(
    {
      HOST: "::1",
      PORT: "0",
      API_BASE_URL: "https://api.example.com/v1",
      API_TOKEN: "abc",
      API_SOURCE_TOKENS: "12=a=b, 13=c",
      API_CHANNEL_TOKENS: "1=d",
      API_RATE_LIMIT: "5",
      DATA_DIR: "/tmp/elsewhere",
      DATABASE_URL: "postgres://me:secret@db/records",
      SERVICE_PORT: "0",
      SERVICE_TOKEN: "e",
      SERVICE_SOURCE_TOKENS: "1=f",
      SERVICE_CHANNEL_TOKENS: "2=g",
      SERVICE_RATE_LIMIT: "0",
      SERVICE_DEMO: "60",
      SERVICE_WEBHOOK_PRIVATE: "1",
      AUDIT_DAYS: "30",
      COPY_SHARE: "0.25",
      RECORDS_DAYS: "90",
      METRICS_PORT: "9464",
      METRICS_HOST: "::1",
    },
    "console",
  );
  expect(settings).toEqual({
    host: "::1",
    port: 0,
    upstream: {
      baseUrl: "https://api.example.com/v1",
      tokens: {
        account: "abc",
        sources: new Map([
          [12, "a=b"],
          [13, "c"],
        ]),
        channels: new Map([[1, "d"]]),
      },
    },
    gatewayRate: 5,
    service: {
      port: 0,
      rateLimit: 0,
      tokens: { account: "e", sources: new Map([[1, "f"]]), channels: new Map([[2, "g"]]) },
      demoParents: 60,
      webhookPrivate: true,
    },
    database: { databaseUrl: "postgres://me:secret@db/records", dataDir: "/tmp/elsewhere" },
    auditDays: 30,
    copyShare: 0.25,
    recordsDays: 90,
    reviewsRules: false,
    metrics: { host: "::1", port: 9464 },
    access: withoutSignIn,
    warnings: [],
  });
});

test.each(["2", "-1", "half", "1e-1", "0,5"])("COPY_SHARE=%s is refused", (share) => {
  expect(() => readSettings({ COPY_SHARE: share }, "console")).toThrow(
    "COPY_SHARE must be a number from 0 to 1.",
  );
});

test("RULE_REVIEW=1 needs a second person", () => {
  const read = (env: Record<string, string>) =>
    readSettings({ RULE_REVIEW: "1", ...env }, "console").reviewsRules;
  expect(read({ DEMO_TEAM: "1" })).toBe(true);
  expect(read({ OIDC_ISSUER: "https://id.test", OIDC_CLIENT_ID: "a" })).toBe(true);
  expect(() => read({})).toThrow(
    "RULE_REVIEW=1 needs people who sign in: without them no second person can approve a rule. Set OIDC_ISSUER or IDENTITY_HEADER, or remove RULE_REVIEW.",
  );
  expect(() => read({ RULE_REVIEW: "yes" })).toThrow("RULE_REVIEW");
});

test.each([
  ["[::1]", "::1"],
  ["::1", "::1"],
  ["localhost", "localhost"],
])("the host %s is listened on as %s", (written, host) => {
  const settings = readSettings(
    { HOST: written, METRICS_HOST: written, METRICS_PORT: "0" },
    "console",
  );
  expect([settings.host, settings.metrics?.host]).toEqual([host, host]);
});

test("the gateway keeps the embedded service's own limit unless configured", () => {
  expect(readSettings({ SERVICE_RATE_LIMIT: "50" }, "console").gatewayRate).toBe(50);
  expect(
    readSettings({ SERVICE_RATE_LIMIT: "50", API_RATE_LIMIT: "1" }, "console").gatewayRate,
  ).toBe(1);
  expect(
    readSettings({ SERVICE_RATE_LIMIT: "50", API_BASE_URL: "http://a.test" }, "console")
      .gatewayRate,
  ).toBe(2);
});

test("a currency is a code of ISO 4217, in any case", () => {
  expect(readSettings({ CURRENCY: "eur" }, "console").currency).toBe("EUR");
  for (const CURRENCY of ["euro", "€", "XYZ", "US"])
    expect(() => readSettings({ CURRENCY }, "console")).toThrow(
      "CURRENCY must be a code of ISO 4217, such as USD or EUR.",
    );
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PORT", "-1"],
  ["METRICS_PORT", "any"],
  ["SERVICE_PORT", "4201.5"],
  ["API_RATE_LIMIT", "two"],
  ["SERVICE_RATE_LIMIT", "1e3"],
  ["SERVICE_DEMO", "yes"],
  ["SERVICE_DEMO", "1000001"],
  ["API_BASE_URL", "api.example.com"],
  ["API_BASE_URL", "ftp://api.example.com"],
  ["API_BASE_URL", "https://me:secret@api.example.com"],
  ["DATABASE_URL", "mysql://secret@db"],
  ["API_TOKEN", "two secret words"],
  ["SERVICE_TOKEN", "secret\nline"],
  ["SERVICE_TOKEN", "sécret"],
  ["API_SOURCE_TOKENS", "secret"],
  ["API_SOURCE_TOKENS", "0=secret"],
  ["API_CHANNEL_TOKENS", "1="],
  ["SERVICE_SOURCE_TOKENS", "1=secret,1=other"],
  ["SERVICE_CHANNEL_TOKENS", "1=secret,,2=other"],
])("fault 52: %s=%s is refused by name, and never quoted", (name, value) => {
  const read = (): unknown => readSettings({ [name]: value }, "console");
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(new RegExp(`^${name} `));
  expect(read).not.toThrow(/s.cret/);
});

test("all mistakes are reported at once", () => {
  expect(() => readSettings({ PORT: "x", SERVICE_DEMO: "y" }, "console")).toThrow(
    /^(?=[^]*PORT)[^]*SERVICE_DEMO/,
  );
});

test("empty is unset", () => {
  expect(
    readSettings({ API_BASE_URL: "", API_TOKEN: "", PORT: "", DATABASE_URL_FILE: "" }, "console"),
  ).toEqual(readSettings({}, "console"));
});

test("fault 52: a variable may be a file, which other users should not read", async () => {
  const file = join(folder, "token");
  await writeFile(file, "from-a-file\n", { mode: 0o600 });
  const env = { SERVICE_TOKEN_FILE: file };
  expect(readSettings(env, "service").service.tokens.account).toBe("from-a-file");
  expect(readSettings(env, "service").warnings).toEqual([]);
  await chmod(file, 0o644);
  expect(readSettings(env, "service").warnings).toEqual([
    expect.stringMatching(/SERVICE_TOKEN_FILE.*chmod 600/),
  ]);
  expect(() => readSettings({ ...env, SERVICE_TOKEN: "other" }, "service")).toThrow(
    /SERVICE_TOKEN and SERVICE_TOKEN_FILE are both set/,
  );
  expect(() => readSettings({ PORT_FILE: join(folder, "missing") }, "service")).toThrow(
    "Couldn't read the file in PORT_FILE: ENOENT.",
  );
});

test("tokens without an upstream are reported", () => {
  expect(readSettings({ API_TOKEN: "a" }, "console").warnings).toEqual([
    expect.stringContaining("API_BASE_URL is not set"),
  ]);
});

test("an upstream without any token is reported", () => {
  const env = { API_BASE_URL: "https://api.example.com" };
  expect(readSettings(env, "console").warnings).toEqual([
    expect.stringContaining("API_BASE_URL is set without a token"),
  ]);
  expect(readSettings({ ...env, API_CHANNEL_TOKENS: "1=a" }, "dev").warnings).toEqual([]);
});
