import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createExternal } from "#testing/external.ts";
import { runProgram, startProgram } from "#testing/program.ts";

const token = "canary-token-of-the-start-tests";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "supercargo-start-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test.each([
  [
    "fault 12: a host that others can reach",
    [],
    { HOST: "0.0.0.0" },
    /HOST=0\.0\.0\.0 can be reached from other machines, and no sign-in is configured/,
  ],
  [
    "fault 12: the demo team where others can reach it",
    ["--demo-team"],
    { HOST: "0.0.0.0" },
    /HOST=0\.0\.0\.0 can be reached from other machines, and no sign-in is configured/,
  ],
  [
    "a host of this machine that is not served",
    [],
    { HOST: "127.0.0.2" },
    /HOST=127\.0\.0\.2 is this machine, but .* 127\.0\.0\.1, ::1 or localhost/,
  ],
  [
    "a host of this machine that is not served, with sign-in",
    [],
    { HOST: "127.0.0.2", OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "console" },
    /HOST=127\.0\.0\.2 is this machine, but .* set PUBLIC_URL/,
  ],
  [
    "a host of the metrics that is none",
    [],
    { METRICS_HOST: "192.0.2.1", METRICS_PORT: "0" },
    /^METRICS_HOST=192/,
  ],
  [
    "fault 12: a host that others can reach, with sign-in but without the console's address",
    [],
    { HOST: "0.0.0.0", OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "console" },
    /Set PUBLIC_URL to the address at which browsers open the console/,
  ],
  [
    "values of another form",
    [],
    { PORT: "x", SERVICE_TOKEN: `two ${token}` },
    /^PORT must be [^]*SERVICE_TOKEN must be/,
  ],
  [
    "a data folder that cannot be",
    ["service"],
    { DATA_DIR: "/dev/null/data" },
    /is a file, not a folder.*Set DATA_DIR/,
  ],
  [
    "a database that cannot be reached",
    ["service"],
    { DATABASE_URL: `postgres://me:${token}@127.0.0.1:1/none` },
    /The database at 127\.0\.0\.1:1 can.t be reached/,
  ],
  ["an unknown program", ["sevrice"], {}, /Unknown program sevrice/],
] as [string, string[], Record<string, string>, RegExp][])(
  "%s is explained, with exit code 1",
  async (_, args, env, message) => {
    const { exitCode, output } = await runProgram(args, { DATA_DIR: dataDir, ...env });
    expect(output).toMatch(message);
    expect(output).not.toContain(token);
    expect(output).not.toMatch(/^\s+at /m);
    expect(exitCode).toBe(1);
  },
);

test.each([
  ["audit", "erase"],
  ["tokens", "drop"],
])("an unknown command of %s is explained, with exit code 1", async (program, unknown) => {
  const { exitCode, output } = await runProgram([program, unknown], await createExternal());
  expect(output).toMatch(`Usage: npm run ${program}`);
  expect(exitCode).toBe(1);
});

test("a port in use is explained, and the copy that uses it keeps its tokens", async () => {
  const env = await createExternal();
  const running = await startProgram(["service"], {
    ...env,
    DATA_DIR: dataDir,
    SERVICE_TOKEN: token,
  });
  onTestFinished(async () => void (await running.end()));
  const { port } = new URL(running.url);
  const readStatus = async () =>
    (await fetch(`${running.url}/account`, { headers: { "x-api-token": token } })).status;
  for (const [args, name] of [
    [[], "PORT"],
    [[], "SERVICE_PORT"],
    [[], "METRICS_PORT"],
    [["service"], "PORT"],
  ] as const) {
    const { exitCode, output } = await runProgram(args, {
      ...env,
      DATA_DIR: dataDir,
      SERVICE_TOKEN: "another-token-of-the-start-tests",
      [name]: port,
    });
    expect(output).toContain(`Port ${port} is already in use`);
    expect(output).toContain(`set ${name} to another port`);
    expect(exitCode).toBe(1);
    expect(await readStatus()).toBe(200);
  }
});

test("fault 40: with an API, the console starts without its database, and explains what it lacks once", async () => {
  const running = await startProgram([], {
    DATA_DIR: dataDir,
    API_BASE_URL: "http://127.0.0.1:1",
    API_TOKEN: "account-token",
    DATABASE_URL: `postgres://me:${token}@127.0.0.1:1/none`,
  });
  onTestFinished(async () => void (await running.end()));
  const headers = { "x-requested-by": "test" };
  const list = await fetch(`${running.url}/api/received-orders`, { headers });
  expect(list.status).toBe(503);
  const lines = () => running.output().split("\n");
  const explained = () => lines().filter((line) => line.includes("could not open"));
  await expect.poll(explained).toHaveLength(1);
  expect(JSON.parse(explained()[0] ?? "")).toMatchObject({
    msg: "could not open the gateway's database; retrying",
    reason: expect.stringMatching(
      /^The database at 127\.0\.0\.1:1 can't be reached .*Check DATABASE_URL/,
    ) as string,
  });
  expect(running.output()).not.toContain(token);
});
