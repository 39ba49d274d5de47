import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { keepOpen } from "./keep-open.ts";
import { type OrderUpstream, startOrderUpstream } from "./order-upstream.ts";
import { askFor, openTestStorage, type TestStorage } from "./storage.ts";

/** The set-up of a file's tests of receiving: one database for all, and an upstream for each test. */
export const receiveSetUp = () => {
  let storage: TestStorage;
  let upstream: OrderUpstream;
  // Runs belong to an upstream's address, and a later upstream may get the port of an earlier one. Before `keepOpen`,
  // so that gateways close before their runs are deleted.
  afterEach(async () => storage.forgetRuns());
  const keep = keepOpen();
  beforeAll(async () => {
    storage = await openTestStorage();
  });
  afterAll(async () => storage.close());
  beforeEach(async () => {
    upstream = keep(await startOrderUpstream());
  });
  return {
    keep,
    get storage() {
      return storage;
    },
    get upstream() {
      return upstream;
    },
    /** A gateway before the upstream, with the calls about received orders. */
    start: async (options: Parameters<TestStorage["gateway"]>[1] = {}) => {
      const gateway = keep(await storage.gateway(upstream.baseUrl, options));
      return { gateway, ...askFor(gateway) };
    },
  };
};
