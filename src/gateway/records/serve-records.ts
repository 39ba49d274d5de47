import type { FastifyInstance } from "fastify";
import type { Operation } from "#contract/operation.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import {
  type FoundRecords,
  recordSearchOperations,
  type SearchedKind,
  searchedKinds,
} from "#contract/record-search.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import type { Sql } from "#database/sql.ts";
import type { Copying } from "#gateway/copying/copying.ts";
import type { Forwarder } from "#gateway/proxy/forward-call.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import { codeOf, type GatewayDatabase } from "#gateway/server/database.ts";
import { checkQuery, serveOwnOperation, Stop } from "#gateway/server/serve-own-operation.ts";
import { type BackgroundWork, trackWork } from "#gateway/server/stop.ts";
import { createRecordJob, readCopies } from "./copy-records.ts";
import { openCopy, removeSome, storeRecords } from "./record-store.ts";
import { searchRecords } from "./search-records.ts";
import { createWebhookJob } from "./watch-webhooks.ts";

interface RecordsOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly tokenFor: TokenFor;
  /** Records that were not changed for so many days are removed; 0: none are kept. */
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

export interface RecordCopies extends BackgroundWork {
  /** The same forwarder; records in its answers are stored, after they were passed on. */
  readonly watch: (forwarder: Forwarder) => Forwarder;
  /** A person has asked for something: the copies are wanted. */
  readonly start: (copying: Pick<Copying, "add" | "fence"> | undefined) => void;
}

const kindOf: ReadonlyMap<Operation, SearchedKind> = new Map<Operation, SearchedKind>([
  ...Object.values(purchaseOrderOperations)
    .filter((operation) => operation !== purchaseOrderOperations.countPurchaseOrders)
    .map((operation) => [operation, "purchase-orders"] as const),
  ...Object.values(rmaOperations).map((operation) => [operation, "rmas"] as const),
  ...Object.values(returnOperations).map((operation) => [operation, "returns"] as const),
]);

/** More answers than that are not waiting to be stored: the copy finds their records later. */
const mostWaiting = 50;

const toRecords = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const rmasOf = (values: readonly unknown[]): unknown[] =>
  values.flatMap((value) => {
    const rmas = (value as { rmas?: unknown } | null)?.rmas;
    return Array.isArray(rmas) ? (rmas as unknown[]) : [];
  });

/** The gateway's copies of purchase orders, RMAs and returns. */
export const createRecordCopies = (options: RecordsOptions): RecordCopies => {
  const { database, upstream, tokenFor, days, now, log } = options;
  const work = trackWork();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStopping = false;
  let isStarted = false;

  const store = async (kind: SearchedKind, values: readonly unknown[]): Promise<void> => {
    const sql = await database.sql();
    const { id } = await openCopy(sql, upstream, kind);
    await sql.begin(async (transaction) => storeRecords(transaction, id, kind, values));
    const rmas = kind === "returns" ? rmasOf(values) : [];
    if (rmas.length > 0) await store("rmas", rmas);
  };
  const queue = (kind: SearchedKind, value: unknown): void => {
    if (isStopping || waiting >= mostWaiting) return;
    waiting += 1;
    last = work.add(
      last
        .then(async () => store(kind, toRecords(value)))
        .catch((error: unknown) => log({ code: codeOf(error) }, "could not store records"))
        .finally(() => (waiting -= 1)),
    );
  };

  return {
    watch: (forwarder) =>
      days === 0
        ? forwarder
        : {
            ...forwarder,
            send: (call) => {
              const subscription = forwarder.send(call);
              const kind = kindOf.get(call.operation);
              if (kind !== undefined)
                subscription.result.then(
                  ({ verdict }) => verdict.kind === "success" && queue(kind, verdict.value),
                  () => undefined,
                );
              return subscription;
            },
          },
    start: (copying) => {
      if (isStarted) return;
      isStarted = true;
      if (days === 0) {
        const removeAll = async () => {
          const sql = await database.sql();
          while (!isStopping && (await removeSome(sql, upstream)));
        };
        void work.add(removeAll().catch(() => (isStarted = false)));
        return;
      }
      if (copying === undefined) return;
      const tokenOf = (operation: Operation) => {
        const choice = tokenFor(operation, undefined);
        return "missing" in choice ? undefined : choice.token;
      };
      const common = { upstream, sql: () => database.sql(), fence: copying.fence, days, now };
      for (const kind of searchedKinds) copying.add(createRecordJob({ ...common, kind, tokenOf }));
      copying.add(createWebhookJob(common));
    },
    stopping: () => {
      isStopping = true;
    },
    idle: work.idle,
    close: () => undefined,
  };
};

interface SearchRoute {
  readonly answering: Answering;
  /** Undefined where the gateway has no database. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly upstream: string } | undefined;
  /** Whether this gateway keeps copies. */
  readonly isOn: boolean;
}

/** The gateway's own operation under /api: the search over its copies of records. */
export const serveRecordSearch = (
  app: FastifyInstance,
  { answering, storage, isOn }: SearchRoute,
): void => {
  const operation = recordSearchOperations.searchRecords;
  serveOwnOperation(
    app,
    operation,
    async (request, reply) => {
      const { kinds = searchedKinds, ...wanted } = checkQuery(operation.query, request);
      if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
      const sql = await storage.sql();
      const { ids, stateOf } = await readCopies(sql, storage.upstream, isOn);
      const found = await searchRecords(sql, ids, { kinds, ...wanted });
      const groups = found.map((one): FoundRecords => ({ ...one, state: stateOf(one.kind) }));
      return answerJson(reply, 200, { groups }, answering);
    },
    answering,
  );
};
