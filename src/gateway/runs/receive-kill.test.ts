import { afterAll, beforeAll, expect, it } from "vitest";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { selectSize } from "#database/testing/sizes.ts";
import { runSteps } from "#gateway/server/database.ts";
import { settle } from "#gateway/testing/fake-clock.ts";
import { type OrderUpstream, startOrderUpstream } from "#gateway/testing/order-upstream.ts";
import {
  bundleGatewayProcess,
  type End,
  type GatewayProcess,
  startGatewayProcess,
} from "#gateway/testing/receive-processes.ts";
import { askFor, openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";

const roundsPerProcess = 5;
/** Every step once, and one process without a step; or often enough for rare orderings. */
const processes = (runSteps.length + 1) * selectSize({ check: 1, soak: 10 });
const rounds = processes * roundsPerProcess;
const lanes = 2;

let storage: TestStorage;
let upstream: OrderUpstream;
let gateway: TestGateway | undefined;
let program: string;

beforeAll(async () => {
  program = await bundleGatewayProcess();
  storage = await openTestStorage();
  upstream = await startOrderUpstream();
});
afterAll(async () => {
  await gateway?.close();
  await upstream.close();
  await storage.close();
});

const below = (limit: number) => Math.floor(Math.random() * limit);

/** Every step in turn, each in another run, and then no step: the upstream ends that process. */
const endOf = (index: number): End | undefined => {
  const step = [...runSteps, undefined][index % (runSteps.length + 1)];
  return step === undefined ? undefined : { step, run: runThatEnds(index) };
};
const runThatEnds = (index: number) => 1 + (index % roundsPerProcess);

/** Processes that end after the upstream has moved orders for them this many more times, before its response. */
const endAtMove = new Map<number, { process: GatewayProcess["process"]; left: number }>();
const killAtMove = (text: string) => {
  const source = Number(/"sourceId":(\d+)/.exec(text)?.[1]);
  const ending = endAtMove.get(Math.floor((source - 1) / roundsPerProcess));
  if (ending === undefined) return;
  ending.left -= 1;
  if (ending.left === 0) ending.process.kill("SIGKILL");
};

const receive = async ({ origin }: GatewayProcess, sourceId: number) => {
  const init = post({ sourceId });
  const headers = { ...(init.headers as Record<string, string>), "x-requested-by": "test" };
  return fetch(`${origin}/api/received-orders`, { ...init, headers })
    .then(async (response) => (await response.json()) as ReceivedOrdersRun)
    .catch(() => undefined);
};

/** One process and its rounds, each of its own source; returns the runs that it reported before its end. */
const oneProcess = async (started: GatewayProcess, index: number): Promise<ReceivedOrdersRun[]> => {
  const first = index * roundsPerProcess + 1;
  const sources = Array.from({ length: roundsPerProcess }, (_, i) => first + i);
  for (const source of sources) upstream.add(source, 1 + below(4));
  if (endOf(index) === undefined)
    endAtMove.set(index, { process: started.process, left: runThatEnds(index) });
  const reported = await Promise.all(sources.map(async (source) => receive(started, source)));
  started.process.kill("SIGKILL");
  await started.ended;
  return reported.filter((run) => run !== undefined);
};

const oneLane = async (lane: number): Promise<ReceivedOrdersRun[]> => {
  const indexes = Array.from({ length: processes }, (_, index) => index).filter(
    (index) => index % lanes === lane,
  );
  const reported: ReceivedOrdersRun[] = [];
  for (const index of indexes) {
    const started = await startGatewayProcess(program, storage, upstream.baseUrl, endOf(index));
    reported.push(...(await oneProcess(started, index)));
  }
  return reported;
};

/** Waits for a varying number of turns, so that responses and calls of the processes overlap in different ways. */
const someTurns = async (): Promise<void> => {
  for (let left = below(20); left > 0; left -= 1) await settle();
};

const allRuns = async (gateway: TestGateway): Promise<ReceivedOrdersRun[]> => {
  const pages = await Promise.all(
    Array.from({ length: 1 + rounds / 50 }, (_, index) => index + 1).map(async (page) =>
      askFor(gateway).runs(`?pageNumber=${page}`),
    ),
  );
  return pages.flat();
};

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

it("fault 34: rounds of kill -9 at every step lose no order and double none", async () => {
  upstream.afterMove(async (response, text) => {
    killAtMove(text);
    await someTurns();
    if (below(2) === 0) return answer(response, 200, text);
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text.slice(0, 20));
    await someTurns();
    response.end(text.slice(20));
  });
  const reported = (
    await Promise.all(Array.from({ length: lanes }, (_, lane) => oneLane(lane)))
  ).flat();

  // When the end of a process cannot be detected, its expired lease shows it.
  await storage.database.sql`update gateway.runs set alive_at = alive_at - interval '1 day'`;
  gateway = await storage.gateway(upstream.baseUrl);
  const { runs, candidates, settle: settleRun } = askFor(gateway);
  expect(await runs("?state=dispatching")).toEqual([]);
  const before = await allRuns(gateway);
  const received = before.filter(({ state }) => state === "received");
  const unknown = before.filter(({ state }) => state === "unknown");
  // Every order that was reported to a client is stored.
  expect(received).toEqual(
    expect.arrayContaining(reported.filter(({ state }) => state === "received")),
  );
  // At most one call for each run: no call was repeated automatically.
  expect(upstream.moves.length).toBeLessThanOrEqual(before.length);

  const found: number[] = [];
  for (const { id } of unknown) {
    const ids = (await candidates(id)).orders.map((order) => order.id ?? 0);
    found.push(...ids);
    const body = ids.length > 0 ? { kind: "found", orderIds: ids } : { kind: "nothing-moved" };
    expect((await settleRun(id, body)).status).toBe(200);
  }
  const moved = sorted(upstream.moves.flat());
  expect(sorted([...received.flatMap(({ orderIds }) => orderIds), ...found])).toEqual(moved);
  const after = await allRuns(gateway);
  expect(sorted(after.flatMap(({ orderIds }) => orderIds))).toEqual(moved);
  // The ends occurred at different points: some orders arrived, and some were found by comparing.
  for (const some of [received, unknown, found]) expect(some).not.toEqual([]);
});
