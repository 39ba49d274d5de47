import { afterAll, beforeAll, expect, it } from "vitest";
import { type Connection, connectionPath } from "#contract/connection.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import {
  bundleGatewayProcess,
  type GatewayProcess,
  startGatewayProcess,
} from "#gateway/testing/receive-processes.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";

/** A lease that a working process renews in time, however busy the machine is. */
const shared = { limit: 2, leaseMs: 5_000 };

let storage: TestStorage;
let upstream: TestUpstream;
const processes: GatewayProcess[] = [];
beforeAll(async () => {
  storage = await openTestStorage();
  upstream = await startUpstream(() => undefined);
});
afterAll(async () => {
  for (const { process } of processes) process.kill("SIGKILL");
  await Promise.all(processes.map(({ ended }) => ended));
  await upstream.close();
  await storage.close();
});

const call = async ({ origin }: GatewayProcess, path: string) =>
  fetch(origin + path, { headers: { "x-requested-by": "test" } });

/** How many calls wait for a slot. */
const countWaiting = async (gateway: GatewayProcess): Promise<number> => {
  const { tokens } = (await (await call(gateway, connectionPath)).json()) as Connection;
  return tokens[0]?.waiting.reduce((sum, lane) => sum + lane, 0) ?? 0;
};

it("fault 62: after kill -9 of a gateway that holds all slots, another one gets them when the leases end", async () => {
  const program = await bundleGatewayProcess();
  for (let each = 0; each < 2; each += 1)
    processes.push(
      await startGatewayProcess(program, storage, upstream.baseUrl, undefined, shared),
    );
  const [killed, other] = processes as [GatewayProcess, GatewayProcess];
  const lost = [1, 2].map(async (id) => call(killed, `/api/rma/${id}`).catch(() => undefined));
  await eventually(() => upstream.arrivals.length === 2);
  const waiting = [3, 4, 5, 6].map(async (id) => call(other, `/api/rma/${id}`));
  await eventually(async () => (await countWaiting(other)) === 4);
  expect(upstream.arrivals).toHaveLength(2);
  upstream.behave((_request, response) => answer(response, 200, {}));
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(await Promise.all(lost)).toEqual([undefined, undefined]);
  const responses = await Promise.all(waiting);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const times = upstream.arrivals.map(({ at }) => at);
  expect(times).toHaveLength(6);
  // Never more than the limit in a second.
  for (const [index, time] of times.slice(shared.limit).entries())
    expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(990);
});
