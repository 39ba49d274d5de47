import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  auditOperations,
  type Change,
  ChangeSettlementRequest,
  OwnChangeSettlementRequest,
} from "#contract/audit.ts";
import type { Sql } from "#database/sql.ts";
import { type Answering, answerJson, answerPage } from "#gateway/server/answer-request.ts";
import type { Failure } from "#gateway/server/problems.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import {
  type ChangeFilter,
  listChanges,
  type Page,
  settleChange,
  type SettledChange,
  settleOwnChange,
} from "./store.ts";

interface AuditRoutes {
  readonly answering: Answering;
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** The recorded changes; undefined where the gateway has no storage. */
  readonly audit: Audit | undefined;
}

/** The recorded changes of an upstream. */
export interface Audit {
  sql(): Promise<Sql>;
  readonly upstream: string;
}

interface Checked extends Audit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answering: Answering;
  readonly person: string | undefined;
}

const {
  listChanges: list,
  listRecordChanges,
  settleChange: settle,
  settleOwnChange: settleOwn,
} = auditOperations;

const whyNotSettled = (id: number, settled: SettledChange): Failure | undefined => {
  if (settled.kind === "missing")
    return { kind: "unknown-path", detail: `Change ${id} doesn't exist.` };
  if (settled.kind === "not-unknown")
    return {
      kind: "change-not-unknown",
      detail: `Only a change with status unknown can be settled. This change is ${settled.state}.`,
    };
  if (settled.kind === "run")
    return {
      kind: "change-not-unknown",
      detail: `This change received orders. Settle run ${settled.runId} under Received orders.`,
      runId: settled.runId,
    };
  return undefined;
};

const readChange = async ({ sql, upstream }: Audit, id: number): Promise<Change | undefined> => {
  const page = { pageNumber: 1, pageSize: 1 };
  return (await listChanges(await sql(), upstream, { id }, page)).changes[0];
};

const answerList = async (
  { reply, answering, sql, upstream }: Checked,
  { pageNumber, pageSize, ...filter }: ChangeFilter & Page,
): Promise<FastifyReply> => {
  const page = { pageNumber, pageSize };
  const { changes, total } = await listChanges(await sql(), upstream, filter, page);
  return answerPage(reply, changes, total, answering);
};

const settling = (person: string | undefined, made: boolean) => ({
  made,
  settledBy: person ?? null,
  settledAt: new Date().toISOString(),
});

const handlers: Record<keyof typeof auditOperations, (checked: Checked) => Promise<FastifyReply>> =
  {
    listChanges: async (checked) => answerList(checked, checkQuery(list.query, checked.request)),
    listRecordChanges: async (checked) =>
      answerList(checked, checkQuery(listRecordChanges.query, checked.request)),
    settleOwnChange: async (checked) => {
      const { request, reply, answering, person, sql, upstream } = checked;
      const { key, made } = check(OwnChangeSettlementRequest, requireBody(settleOwn, request));
      const id = await settleOwnChange(await sql(), upstream, key, settling(person, made));
      const changes = id === undefined ? [] : [await readChange(checked, id)];
      return answerJson(reply, 200, changes, answering);
    },
    settleChange: async (checked) => {
      const { request, reply, answering, person, sql, upstream } = checked;
      const { id } = check(settle.params, request.params);
      const { made } = check(ChangeSettlementRequest, requireBody(settle, request));
      const failure = whyNotSettled(
        id,
        await settleChange(await sql(), upstream, id, settling(person, made)),
      );
      if (failure !== undefined) throw new Stop(failure);
      return answerJson(reply, 200, await readChange(checked, id), answering);
    },
  };

/** The gateway's own operations under /api: the list of changes, and settling unknown ones. */
export const serveChanges = (
  app: FastifyInstance,
  { answering, personOf, audit }: AuditRoutes,
): void => {
  for (const [name, operation] of Object.entries(auditOperations)) {
    const handle = handlers[name as keyof typeof auditOperations];
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (audit === undefined) throw new Stop({ kind: "memory-unavailable" });
      return handle({ ...audit, request, reply, answering, person: personOf(request) });
    };
    serveOwnOperation(app, operation, serve, answering);
  }
};
