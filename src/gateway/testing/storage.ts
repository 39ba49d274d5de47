import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Problem } from "#contract/errors.ts";
import type {
  ReceivedOrdersCandidates,
  ReceivedOrdersRun,
  ReceivedOrdersRunDetail,
} from "#contract/received-orders.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import type { DatabaseOptions } from "#gateway/server/database.ts";
import { startGateway, type TestGateway } from "./start-gateway.ts";

type Options = Omit<Parameters<typeof startGateway>[0], "upstream" | "database"> & {
  readonly upstream?: Partial<Parameters<typeof startGateway>[0]["upstream"]>;
  readonly database?: Partial<DatabaseOptions>;
};

/** The storage of the gateways before one upstream: a database and a folder. */
export interface TestStorage {
  readonly database: TestDatabase;
  readonly folder: string;
  /** A gateway with that storage. */
  gateway(baseUrl: string, options?: Options): Promise<TestGateway>;
  /** Deletes all runs; to be called when no gateway uses the storage. */
  forgetRuns(): Promise<void>;
  close(): Promise<void>;
}

export const openTestStorage = async (): Promise<TestStorage> => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "supercargo-received-"));
  return {
    database,
    folder,
    gateway: async (baseUrl, { upstream = {}, database: more = {}, ...options } = {}) =>
      startGateway({
        ...options,
        upstream: { baseUrl, ...upstream },
        database: {
          open: async () => {
            const sql = database.connect();
            return { sql, close: async () => sql.end({ timeout: 1 }) };
          },
          folder,
          // Long enough that even on a slow machine a working gateway does not look like one that ended.
          leaseMs: 600_000,
          ...more,
        },
      }),
    forgetRuns: async () => {
      const [schema] = await database.sql`select 1 from pg_namespace where nspname = 'gateway'`;
      if (schema !== undefined) await database.sql`truncate gateway.upstreams cascade`;
    },
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A body as the console sends it. */
export const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The problem in a response. */
export const readProblem = async (response: Response): Promise<Problem> =>
  (await response.json()) as Problem;

const path = "/api/received-orders";

/** The calls about received orders, with their responses parsed. */
export const askFor = (gateway: TestGateway) => {
  const read = async <T>(suffix: string, init?: RequestInit): Promise<T> =>
    (await (await gateway.call(path + suffix, init)).json()) as T;
  return {
    receive: async (sourceId: number | null = null) => gateway.call(path, post({ sourceId })),
    run: async (sourceId: number | null = null) => read<ReceivedOrdersRun>("", post({ sourceId })),
    runs: async (query = "") => read<ReceivedOrdersRun[]>(query),
    detail: async (id: number) => read<ReceivedOrdersRunDetail>(`/${id}`),
    candidates: async (id: number) => read<ReceivedOrdersCandidates>(`/${id}/candidates`),
    settle: async (id: number, body: unknown) =>
      gateway.call(`${path}/${id}/settlement`, post(body)),
  };
};
