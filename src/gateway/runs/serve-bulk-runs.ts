import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type BulkOperationName,
  bulkResource,
  type BulkRun,
  bulkRunOperations,
  type NewBulkRun,
} from "#contract/bulk-runs.ts";
import type { Permission } from "#contract/people.ts";
import type { Sql } from "#database/sql.ts";
import { readKey, refuseUnreviewed } from "#gateway/changes/send-change.ts";
import { type Answering, answerJson, answerPage } from "#gateway/server/answer-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import { bulkKinds } from "./bulk-kinds.ts";
import type { BulkRunner } from "./bulk-runs.ts";
import { type BulkAct, changeRun, listRuns, readRun, startRun } from "./bulk-store.ts";

interface BulkRoutes {
  readonly answering: Answering;
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Why the sender's role forbids something; undefined if it is allowed. */
  readonly whyForbidden: (request: FastifyRequest, permission: Permission) => string | undefined;
  readonly reviewsRules: boolean;
  /** Undefined where the gateway has no storage. */
  readonly storage:
    | {
        readonly sql: () => Promise<Sql>;
        readonly upstream: string;
        readonly runner: Pick<BulkRunner, "look">;
      }
    | undefined;
}

/** Each change is as the operation of the run takes it. */
const checkChanges = ({ operation, items }: NewBulkRun): NewBulkRun["items"] => {
  const schema = bulkKinds[operation].change;
  return items.map((item) => ({
    ...item,
    change: schema === undefined ? null : check(schema, item.change),
  }));
};

/** The gateway's own operations under /api: runs that change many records. */
export const serveBulkRuns = (
  app: FastifyInstance,
  { answering, personOf, whyForbidden, reviewsRules, storage }: BulkRoutes,
): void => {
  interface Checked {
    readonly sql: Sql;
    readonly upstream: string;
    readonly runner: Pick<BulkRunner, "look">;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly person: string | null;
  }

  const demandRole = (request: FastifyRequest, operation: string) => {
    const kind = bulkKinds[operation as BulkOperationName];
    const detail = whyForbidden(request, kind.operation);
    if (detail !== undefined) throw new Stop({ kind: "role-too-low", detail });
  };

  /** Nothing is sent any more where a review is needed since the run was started. */
  const demandUnreviewed = (operation: string) => {
    const kind = bulkKinds[operation as BulkOperationName];
    const failure = refuseUnreviewed(reviewsRules, kind.operation);
    if (failure !== undefined) throw new Stop(failure);
  };

  const find = async ({ request, sql, upstream, person }: Checked): Promise<BulkRun> => {
    const { id } = check(bulkRunOperations.getBulkRun.params, request.params);
    const run = await readRun(sql, upstream, id, person);
    if (run !== undefined) return run;
    const detail = `Run ${id} doesn't exist, or was removed because of its age.`;
    throw new Stop({ kind: "unknown-path", detail });
  };

  const change = (act: BulkAct) => async (checked: Checked) => {
    const { request, reply, sql, upstream, person, runner } = checked;
    const { id, operation } = await find(checked);
    demandRole(request, operation);
    if (act === "continue" || act === "retry") demandUnreviewed(operation);
    await changeRun(sql, upstream, id, act, person);
    runner.look();
    return answerJson(reply, 200, await find(checked), answering);
  };

  const handlers: Record<
    keyof typeof bulkRunOperations,
    (checked: Checked) => Promise<FastifyReply>
  > = {
    startBulkRun: async ({ request, reply, sql, upstream, person, runner }) => {
      const { startBulkRun } = bulkRunOperations;
      const body = check(startBulkRun.body, requireBody(startBulkRun, request));
      demandRole(request, body.operation);
      demandUnreviewed(body.operation);
      const run = { ...body, items: checkChanges(body) };
      const key = readKey(request);
      if (typeof key === "object" && key !== null) throw new Stop(key);
      const resource = bulkResource(run.operation);
      const id = await startRun(sql, upstream, resource, run, { person, key });
      runner.look();
      return answerJson(reply, 200, await readRun(sql, upstream, id, person), answering);
    },
    listBulkRuns: async ({ request, reply, sql, upstream, person }) => {
      const filter = checkQuery(bulkRunOperations.listBulkRuns.query, request);
      const { runs, total } = await listRuns(sql, upstream, filter, person);
      return answerPage(reply, runs, total, answering);
    },
    getBulkRun: async (checked) => answerJson(checked.reply, 200, await find(checked), answering),
    pauseBulkRun: change("pause"),
    continueBulkRun: change("continue"),
    cancelBulkRun: change("cancel"),
    retryBulkRun: change("retry"),
  };

  for (const [name, operation] of Object.entries(bulkRunOperations)) {
    const handle = handlers[name as keyof typeof bulkRunOperations];
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
      const { sql, ...more } = storage;
      const person = personOf(request) ?? null;
      return handle({ ...more, sql: await sql(), request, reply, person });
    };
    serveOwnOperation(app, operation, serve, answering);
  }
};
