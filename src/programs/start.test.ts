import { lookup } from "node:dns/promises";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signInPath } from "#contract/people.ts";
import type { Rma } from "#contract/rmas.ts";
import { openDatabase } from "#database/open.ts";
import { readPostmaster } from "#database/postmaster.ts";
import { putDataFolder } from "#database/testing/data-folder.ts";
import { selectSize } from "#database/testing/sizes.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma, rmaItem } from "#service/testing/records.ts";
import { createTestBrowser } from "#testing/browser.ts";
import { createExternal } from "#testing/external.ts";
import { type Outputs, runProgram, startProgram, type TestProgram } from "#testing/program.ts";

/** The number of times that a program is killed. */
const rounds = selectSize({ check: 1, soak: 100 });

const token = "canary-token-of-the-start-tests";

let dataDir: string;
let programs: TestProgram[];
/** A file on a disk that is always full. */
let full: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "supercargo-start-"));
  programs = [];
  full = openSync("/dev/full", "w");
});

afterEach(async () => {
  await Promise.all(programs.map((program) => program.end()));
  closeSync(full);
  await rm(dataDir, { recursive: true });
});

const start = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  outputs: Outputs = {},
): Promise<TestProgram> => {
  const program = await startProgram(args, { DATA_DIR: dataDir, ...env }, outputs);
  programs.push(program);
  return program;
};

const ownHeaders = { "x-requested-by": "test", "content-type": "application/json" };
const call = (url: string, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...ownHeaders, "x-api-token": key } });

test("fault 39: a console with its own service goes on when its log can't be written, and stops in an orderly way", async () => {
  // An empty folder: the other tests start with a prepared one, or an external database.
  const program = await start([], {}, { stderr: full });
  // A request that the API rejects is a line in the log.
  const rejected = await fetch(`${program.url}/api/rma?pageSize=0`, {
    headers: { "x-requested-by": "test" },
  });
  expect(rejected.status).toBe(400);
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  expect(await program.end("SIGINT")).toBe(0);
});

test("at localhost, the page may show the pictures of the service, whose records name its address", async () => {
  putDataFolder(dataDir);
  const program = await start([], { HOST: "localhost" });
  const { port } = new URL(/^Embedded service: (\S+)$/m.exec(program.output())?.[1] ?? "");
  const { address, family } = await lookup("localhost");
  const { headers } = await fetch(`${program.url}/healthz`);
  expect(headers.get("content-security-policy")).toContain(
    `img-src 'self' https: data: http://${family === 6 ? `[${address}]` : address}:${port};`,
  );
});

test.each([
  ["SIGTERM to npm only", "SIGTERM", "process"],
  ["Ctrl-C, which the terminal sends to all processes and npm a second time", "SIGINT", "group"],
] as const)("under npm, too, it stops in an orderly way on %s", async (_, signal, whom) => {
  putDataFolder(dataDir);
  const program = await start(["npm", "run", "service"], { SERVICE_TOKEN: token, HOME: dataDir });
  expect(await program.end(signal, whom)).not.toBe(130);
  await expect(call(`${program.url}/account`, token)).rejects.toThrow(TypeError);
  const database = await readFile(join(dataDir, "postgres.log"), "utf8");
  expect(database).toMatch(/database system is shut down\n$/);
});

test("fault 38: console, service and token command share one data folder", async () => {
  putDataFolder(dataDir);
  const [console, service] = await Promise.all([
    start([]),
    start(["service"], { SERVICE_TOKEN: token }),
  ]);
  const created = await runProgram(["tokens", "create", "account"], { DATA_DIR: dataDir });
  expect(created.exitCode).toBe(0);
  const [made = ""] = created.output.split("\n");
  expect((await call(`${service.url}/account`, token)).status).toBe(401);
  expect((await call(`${service.url}/account`, made)).status).toBe(200);
  expect(await console.end()).toBe(0);
  // The server ends with the program that started it; the other one starts it again.
  await expect.poll(async () => (await call(`${service.url}/account`, made)).status).toBe(200);
  expect(await service.end()).toBe(0);
  expect((await runProgram(["tokens", "list"], { DATA_DIR: dataDir })).output).toMatch(
    /^account\s+created 20/,
  );
});

test("with the demo team, people sign in before they see data, the audit command verifies what they did, beside the console, and /metrics counts it", async () => {
  const env = await createExternal();
  const console = await start(["--demo-team"], { ...env, METRICS_PORT: "0" });
  expect(console.output()).toContain("Alex Agent (Agent)");
  const browser = createTestBrowser();
  const status = async () => (await browser.call(`${console.url}/api/rma`)).status;
  expect(await status()).toBe(401);
  const { url } = await browser.visit(`${console.url}${signInPath}?returnTo=/healthz`);
  const arrived = await browser.visit(url, { form: { person: "ada" } });
  expect([arrived.url, await status()]).toEqual([`${console.url}/healthz`, 200]);
  const response = await browser.call(`${console.url}/api/mapping-set`, {
    method: "POST",
    headers: ownHeaders,
    body: JSON.stringify({ name: "Sizes" }),
  });
  expect(response.status).toBe(200);
  const metrics = await fetch(/^Metrics: (\S+)$/m.exec(console.output())?.[1] ?? "");
  const figures = await metrics.text();
  for (const program of ["gateway", "service"])
    expect(figures).toContain(
      `supercargo_request_duration_seconds_count{program="${program}",operation="createMappingSet",status="200"} 1`,
    );
  expect(figures).toContain("supercargo_sessions 1");
  const audit = async (command: string) => runProgram(["audit", command], env);
  expect((await audit("verify")).output).toMatch(/^Rows 1 to \d are intact/);
  expect((await audit("export")).output).toMatch(/"operation":"createMappingSet".*\n.*"result"/);
  expect(await console.end()).toBe(0);
});

test("fault 52: on an external PostgreSQL, without a data folder, the first start of a service shows its token once, and no start shows a configured one", async () => {
  const env = { ...(await createExternal()), DATA_DIR: "/nowhere" };
  const first = await start(["service"], env);
  const shown = /shown only once: (\S+)/.exec(first.output())?.[1] ?? "";
  expect((await call(`${first.url}/account`, shown)).status).toBe(200);
  expect(await first.end()).toBe(0);
  const second = await start(["service"], env);
  expect((await call(`${second.url}/account`, shown)).status).toBe(200);
  expect(second.output()).not.toContain("shown only once");
  await second.end();
  const given = await start(["service"], { ...env, SERVICE_TOKEN: token });
  expect((await call(`${given.url}/account`, token)).status).toBe(200);
  expect((await call(`${given.url}/account`, shown)).status).toBe(401);
  await given.end();
  expect(given.output()).not.toContain(token);
});

test("fault 40, fault 52: while the database, which is given no token, is unavailable requests get a retryable error, and afterwards everything works", async () => {
  putDataFolder(dataDir);
  const program = await start(["service"], { SERVICE_TOKEN: token });
  const server = readPostmaster(join(dataDir, "postgres"));
  for (const file of ["environ", "cmdline"])
    expect(await readFile(`/proc/${server?.pid}/${file}`, "utf8")).not.toContain(token);
  process.kill(server?.pid ?? 0, "SIGKILL");
  const refusals: Response[] = [];
  for (;;) {
    const answer = await call(`${program.url}/account`, token);
    if (answer.status === 200 && readPostmaster(join(dataDir, "postgres"))?.pid !== server?.pid)
      break;
    if (answer.status !== 200) refusals.push(answer);
    await sleep(10);
  }
  for (const answer of refusals) {
    expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([
      503,
      expect.toSatisfy((wait: number) => wait > 0),
    ]);
  }
  expect(await program.end()).toBe(0);
});

/** Writes one RMA whose two lines, note and credit are always changed together. */
async function writeRecords(): Promise<void> {
  const database = await openDatabase({ dataDir, max: 1 });
  await insertReturns(database.sql, [returnModel(1)]);
  await insertRmas(database.sql, [
    rma(1, { items: [rmaItem(11, 1_000_000), rmaItem(12, 1_000_000)] }),
  ]);
  await database.close();
}

/**
 * Decides more units with each request until the program ends; returns the last numbers that were sent and
 * acknowledged.
 */
async function decideUntilGone(
  api: string,
  from: number,
  onAcknowledged: (count: number) => void,
): Promise<{ sent: number; acknowledged: number }> {
  let acknowledged = from;
  for (let units = from + 1; ; units += 1) {
    const line = { approvedQuantity: units, note: `to ${units}`, creditedAmount: units };
    try {
      const answer = await call(`${api}/rmas/1/items`, token, {
        method: "PATCH",
        body: JSON.stringify([11, 12].map((id) => ({ id, ...line }))),
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]);
    } catch (error) {
      if (error instanceof TypeError) return { sent: units, acknowledged };
      throw error;
    }
    acknowledged = units;
    onAcknowledged(units - from);
  }
}

test.each([
  ["console's process", [], "/api", "process"],
  ["service's group", ["service"], "", "group"],
] as const)(
  "fault 37: decisions on an RMA survive kill -9 of the %s, whole",
  async (_, args, api, whom) => {
    putDataFolder(dataDir);
    let units = 0;
    let program = await start(args, { SERVICE_TOKEN: token });
    await writeRecords();
    for (let round = 0; round < rounds; round += 1) {
      const killed = program;
      const { sent, acknowledged } = await decideUntilGone(
        killed.url + api,
        units,
        (count) => count === 5 + ((round * 7) % 20) && void killed.end("SIGKILL", whom),
      );
      program = await start(args, { SERVICE_TOKEN: token });
      const record = (await (await call(`${program.url}${api}/rma/1`, token)).json()) as Rma;
      units = record.items?.[0]?.approvedQuantity ?? 0;
      expect(units).toBeGreaterThanOrEqual(acknowledged);
      expect(units).toBeLessThanOrEqual(sent);
      expect(record).toMatchObject({
        rmaStatus: "Partially Approved",
        creditSubtotal: 2 * units,
        items: [11, 12].map((id) => ({
          id,
          approvedQuantity: units,
          note: `to ${units}`,
          creditedAmount: units,
        })),
      });
    }
  },
  // Each round starts a program, which takes about ten seconds on a busy machine.
  120_000 + rounds * 30_000,
);
