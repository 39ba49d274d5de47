import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Change } from "#contract/audit.ts";
import { keepOpen } from "./keep-open.ts";
import { openTestStorage, type TestStorage } from "./storage.ts";
import { answer, startUpstream, type TestUpstream } from "./recording-upstream.ts";
import { patch, type TestGateway } from "./start-gateway.ts";

/** The set-up of a file's tests of changes: one database for all, an upstream and a gateway for each test. */
export const setUpChanges = () => {
  let storage: TestStorage;
  let upstream: TestUpstream;
  let gateway: TestGateway;
  const keep = keepOpen();
  const start = async () => {
    gateway = keep(await storage.gateway(upstream.baseUrl));
  };
  beforeAll(async () => {
    storage = await openTestStorage();
  });
  afterAll(async () => storage.close());
  beforeEach(async () => {
    upstream = keep(await startUpstream((_request, response) => answer(response, 200, { id: 5 })));
    await start();
  });
  const close = { returnStatus: "closed" };
  return {
    keep,
    get storage() {
      return storage;
    },
    get upstream() {
      return upstream;
    },
    get gateway() {
      return gateway;
    },
    /** Another gateway takes the place of the first. */
    restart: async () => {
      await gateway.close();
      await start();
    },
    close,
    /** A new Idempotency-Key, as a header. */
    key: () => ({ "idempotency-key": crypto.randomUUID() }),
    change: async (headers: Record<string, string> = {}, body: unknown = close) =>
      gateway.call("/api/returns/5", patch(body, headers)),
    list: async (query = "", from = gateway): Promise<Change[]> =>
      (await (await from.call(`/api/audit${query}`)).json()) as Change[],
    settle: async (id: number, made: boolean) =>
      gateway.call(`/api/audit/${id}/settlement`, { ...patch({ made }), method: "POST" }),
  };
};
