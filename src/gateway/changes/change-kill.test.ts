import { afterAll, beforeAll, expect, it } from "vitest";
import type { Change } from "#contract/audit.ts";
import { selectSize } from "#database/testing/sizes.ts";
import { changeSteps } from "#gateway/server/database.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { bundleGatewayProcess, startGatewayProcess } from "#gateway/testing/receive-processes.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { verifyAudit } from "./audit-command.ts";

/** Each process is killed in its third change, at the next step. */
const changesPerProcess = 4;
const processes = changeSteps.length * selectSize({ check: 1, soak: 20 });

let storage: TestStorage;
let upstream: TestUpstream;
let gateway: TestGateway | undefined;
let program: string;

beforeAll(async () => {
  program = await bundleGatewayProcess();
  storage = await openTestStorage();
  upstream = await startUpstream((_request, response) => answer(response, 200, { id: 1 }));
});
afterAll(async () => {
  await gateway?.close();
  await upstream.close();
  await storage.close();
});

const keyOf = (id: number) => ({ "idempotency-key": `act-${id}`, "x-requested-by": "test" });
const body = { returnStatus: "closed" };

/** Changes one return after the other until the process ends; returns the ids of the confirmed ones. */
const changeUntilKilled = async (index: number): Promise<number[]> => {
  const step = changeSteps[index % changeSteps.length] ?? "change-sent";
  const started = await startGatewayProcess(program, storage, upstream.baseUrl, { step, run: 3 });
  const confirmed: number[] = [];
  for (let each = 0; each < changesPerProcess; each += 1) {
    const id = 1 + index * changesPerProcess + each;
    const url = `${started.origin}/api/returns/${id}`;
    const response = await fetch(url, patch(body, keyOf(id))).catch(() => undefined);
    if (response?.status === 200) confirmed.push(id);
  }
  await started.ended;
  return confirmed;
};

const listAll = async (from: TestGateway): Promise<Change[]> => {
  const pages = Array.from({ length: Math.ceil((processes * 4) / 50) }, (_, page) => page + 1);
  const answers = await Promise.all(
    pages.map(async (page) => from.call(`/api/audit?pageSize=50&pageNumber=${page}`)),
  );
  return (await Promise.all(answers.map(async (one) => (await one.json()) as Change[]))).flat();
};

it("fault 34: kill -9 at every step leaves no change unrecorded, and none is sent twice", async () => {
  const confirmed: number[] = [];
  for (let index = 0; index < processes; index += 1)
    confirmed.push(...(await changeUntilKilled(index)));
  const sent = upstream.arrivals.map(({ url }) => Number(/\d+$/.exec(url)?.[0]));
  // If the end of a process can't be detected, its expired lease shows it.
  await storage.database.sql`update gateway.changes set alive_at = alive_at - interval '1 day'`;
  const restarted = await storage.gateway(upstream.baseUrl);
  gateway = restarted;
  await eventually(async () => {
    const pending = await restarted.call("/api/audit?state=pending");
    return ((await pending.json()) as Change[]).length === 0;
  });
  const changes = await listAll(restarted);
  const inState = (state: string) =>
    changes.filter((change) => change.state === state).map(({ recordId }) => recordId);
  expect(new Set(sent).size).toBe(sent.length);
  expect(changes.map(({ recordId }) => recordId)).toEqual(expect.arrayContaining(sent));
  expect(inState("done")).toEqual(expect.arrayContaining(confirmed));
  // Everything that was sent is known or listed as unknown, and both occurred.
  expect([...inState("done"), ...inState("unknown")]).toEqual(expect.arrayContaining(sent));
  expect([confirmed.length > 0, inState("unknown").length > 0]).toEqual([true, true]);

  // The client sends each act again: what was done is confirmed, what is unknown stays so, and nothing is sent twice.
  const before = upstream.arrivals.length;
  for (const { recordId, state } of changes) {
    const path = `/api/returns/${recordId}`;
    const { status } = await restarted.call(path, patch(body, keyOf(Number(recordId))));
    expect([state, status]).toEqual([state, state === "done" ? 200 : 502]);
  }
  expect(upstream.arrivals.length).toBe(before);
  expect(await verifyAudit(storage.database.sql, { auditDays: 400 })).toMatchObject({
    kind: "intact",
  });
});
