import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { keepOpen } from "./keep-open.ts";
import { type OrderUpstream, startOrderUpstream } from "./order-upstream.ts";
import { askFor, openTestMemory, type TestMemory } from "./receive.ts";

/** The set-up of a file's tests of receiving: one memory for all, and an upstream for each test. */
export const receiveSetUp = () => {
  let memory: TestMemory;
  let upstream: OrderUpstream;
  // Runs belong to an upstream's address, and a later upstream may get the port of an earlier one. Before `keepOpen`,
  // so that gateways close before their runs are deleted.
  afterEach(async () => memory.forgetRuns());
  const keep = keepOpen();
  beforeAll(async () => {
    memory = await openTestMemory();
  });
  afterAll(async () => memory.close());
  beforeEach(async () => {
    upstream = keep(await startOrderUpstream());
  });
  return {
    keep,
    get memory() {
      return memory;
    },
    get upstream() {
      return upstream;
    },
    /** A gateway before the upstream, with the calls about received orders. */
    start: async (options: Parameters<TestMemory["gateway"]>[1] = {}) => {
      const gateway = keep(await memory.gateway(upstream.baseUrl, options));
      return { gateway, ...askFor(gateway) };
    },
  };
};
