import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askCatalog } from "#gateway/testing/catalog-set-up.ts";
import { type ProductUpstream, startProductUpstream } from "#gateway/testing/product-upstream.ts";
import {
  bundleGatewayProcess,
  type GatewayProcess,
  startGatewayProcess,
} from "#gateway/testing/receive-processes.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";

/** The requests at which the process that reads is killed: some before their answers, some while those are stored. */
const kills = [
  { at: 2, afterMs: 0 },
  { at: 7, afterMs: 10 },
  { at: 12, afterMs: 30 },
];

let storage: TestStorage;
let upstream: ProductUpstream;
beforeAll(async () => {
  storage = await openTestStorage();
  upstream = await startProductUpstream();
});
afterAll(async () => {
  await upstream.close();
  await storage.close();
});

/** A gateway in its own process, called as the console does. */
const ask = ({ origin }: GatewayProcess) =>
  askCatalog({
    call: async (path: string, init: RequestInit = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { "x-requested-by": "test", ...(init.headers as Record<string, string>) },
      }),
  });

it("a sweep whose gateway is killed again and again goes on where it was", async () => {
  const count = 830;
  for (let id = 1; id <= count; id += 1)
    upstream.products.set(id, { id, updated: Date.UTC(2026, 0, 1) + id * 10_000 });
  const program = await bundleGatewayProcess();
  let running: GatewayProcess | undefined;
  upstream.answerPages(({ number }) => {
    const kill = kills.find(({ at }) => at === number);
    const { process } = running!;
    if (kill !== undefined) void sleep(kill.afterMs).then(() => process.kill("SIGKILL"));
    return undefined;
  });
  for (const _ of kills) {
    running = await startGatewayProcess(program, storage, upstream.baseUrl);
    await ask(running)
      .state()
      .catch(() => undefined);
    await running.ended;
  }
  running = await startGatewayProcess(program, storage, upstream.baseUrl);
  const catalog = ask(running);
  expect(await catalog.until(({ phase }) => phase === "fresh")).toMatchObject({ products: count });
  await expect.poll(async () => (await catalog.search()).total).toBe(count);
  // Seventeen pages and the end, and at most one more for each kill.
  expect(upstream.requests.length).toBeLessThanOrEqual(19 + kills.length);
  running.process.kill();
});
