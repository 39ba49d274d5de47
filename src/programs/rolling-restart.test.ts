import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Change, ChangeState } from "#contract/audit.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { patch } from "#gateway/testing/start-gateway.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";
import { createExternal } from "#testing/external.ts";
import { startProgram, type TestProgram } from "#testing/program.ts";

const rate = { limit: 20, windowMs: 1_000 };

let folder: string;
let programs: TestProgram[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-restart-"));
  programs = [];
});
afterEach(async () => {
  await Promise.all(programs.map((program) => program.end("SIGKILL")));
  await rm(folder, { recursive: true });
});
const keep = keepOpen();

/**
 * As a load balancer sends a request: to the next gateway, where one doesn't listen, closes the connection or says that it
 * stops. Returns the status of the response; undefined: no gateway took it.
 */
const callSome = async (first: number, path: string, init: RequestInit) => {
  const headers = { ...(init.headers as Record<string, string>), "x-requested-by": "test" };
  for (let turn = 0; turn < 1_000; turn += 1) {
    const { url } = programs[(first + turn) % programs.length] ?? { url: "" };
    const response = await fetch(url + path, { ...init, headers }).catch(() => undefined);
    const isRefused =
      response?.status === 503 && (await response.text()).includes('"outcome":"refused"');
    if (response !== undefined && !isRefused) return response.status;
  }
  return undefined;
};

/** The changes in a state, from the first page of the list. */
const listChanges = async (state: ChangeState): Promise<Change[]> => {
  const url = `${programs[0]?.url}/api/audit?state=${state}`;
  const response = await fetch(url, { headers: { "x-requested-by": "test" } });
  return (await response.json()) as Change[];
};

test("fault 61: restarting one gateway after the other under load leaves no change unknown, and makes none twice", async () => {
  const upstream = keep(await startStrictUpstream({ ...rate, jitterMs: 60 }));
  const env = {
    ...(await createExternal()),
    API_BASE_URL: upstream.baseUrl,
    API_TOKEN: "token-of-the-test",
    API_RATE_LIMIT: String(rate.limit),
  };
  let started = 0;
  const start = async () => {
    started += 1;
    return startProgram([], { ...env, DATA_DIR: join(folder, String(started)) });
  };
  programs = [await start(), await start()];

  const statuses: (number | undefined)[] = [];
  let isOver = false;
  const work = async (worker: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const headers = { "idempotency-key": crypto.randomUUID() };
      const path = `/api/returns/${1 + worker * 1_000 + turn}`;
      statuses.push(await callSome(worker, path, patch({ returnStatus: "closed" }, headers)));
    }
  };
  const working = Promise.all(Array.from({ length: 8 }, async (_, worker) => work(worker)));
  const goOn = async () => {
    const enough = statuses.length + 8;
    await eventually(() => statuses.length >= enough);
  };
  for (const [index, program] of programs.entries()) {
    await goOn();
    expect(await program.end("SIGTERM")).toBe(0);
    programs[index] = await start();
  }
  await goOn();
  isOver = true;
  await working;

  expect([...new Set(statuses)]).toEqual([200]);
  const changes = upstream.arrivals.filter(({ method }) => method === "PATCH");
  const sent = changes.map(({ url }) => url);
  expect([sent.length, new Set(sent).size]).toEqual([statuses.length, statuses.length]);
  expect(upstream.refusals()).toBe(0);
  for (const state of ["unknown", "pending"] as const) expect(await listChanges(state)).toEqual([]);
  expect((await listChanges("done")).length).toBeGreaterThan(0);
});
