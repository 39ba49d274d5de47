import type { FastifyInstance } from "fastify";
import { type AlikeLines, evidenceOperations, maxAlikeLines } from "#contract/evidence.ts";
import type { Query, Sql } from "#database/sql.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import { checkQuery, serveOwnOperation, Stop } from "#gateway/server/serve-own-operation.ts";
import { checkProposals } from "./check-proposals.ts";
import { readCopies } from "./copy-records.ts";
import { judgeLines, listAlike } from "./past-decisions.ts";
import { type Copies, readAsked, readEvidence, toDecidedLine, toPast } from "./read-evidence.ts";
import { readId, toRecords } from "./read-record.ts";
import { readStored } from "./rma-lines.ts";

interface EvidenceRoutes {
  readonly answering: Answering;
  /** Undefined where the gateway has no database. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly upstream: string } | undefined;
  /** Records are kept for so many days; 0: none are. */
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Page {
  readonly rmaId: string;
  readonly lineId: string;
  readonly first: number;
  readonly count: number;
}

/** The decided lines that are like a line of an RMA. */
const listAlikeLines = async (
  sql: Query,
  { ids }: Copies,
  { rmaId, lineId, first, count }: Page,
): Promise<AlikeLines> => {
  const nothing = { lines: [], hasMore: false };
  const copyId = ids.get("rmas");
  const [rma] = await readStored(sql, copyId, [rmaId]);
  if (copyId === undefined || rma === undefined) return nothing;
  const asked = (await readAsked(sql, copyId, rmaId)).get(lineId);
  const item = toRecords(rma.record["items"]).find((line) => readId(line, "id") === lineId);
  if (asked === undefined || item === undefined) return nothing;
  const [judged] = await judgeLines(sql, copyId, [asked]);
  if (judged === undefined) return nothing;
  const most = Math.min(count, maxAlikeLines - first);
  const rows = await listAlike(sql, copyId, asked, judged, { first, count: most + 1 });
  const shown = rows.slice(0, most);
  const rmas = await readStored(sql, copyId, [...new Set(shown.map((row) => row.rma))]);
  const byId = new Map(rmas.map((one) => [String(one.id), one]));
  return {
    past: toPast(asked, item, judged),
    lines: shown.flatMap((row) => {
      const of = byId.get(String(row.rma));
      return (of && toDecidedLine(of, String(row.line), row.decided)) ?? [];
    }),
    hasMore: rows.length > most && first + most < maxAlikeLines,
  };
};

/** The gateway's own operations under /api: what its copies of records tell of an RMA. */
export const serveEvidence = (
  app: FastifyInstance,
  { answering, storage, days, now }: EvidenceRoutes,
): void => {
  const open = async (): Promise<{ sql: Sql; copies: Copies }> => {
    if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
    const sql = await storage.sql();
    const { ids, stateOf } = await readCopies(sql, storage.upstream, days > 0);
    const states = {
      "purchase-orders": stateOf("purchase-orders"),
      rmas: stateOf("rmas"),
      returns: stateOf("returns"),
    };
    return { sql, copies: { ids, states } };
  };
  const { getEvidence, listAlikeLines: list, getProposalQuality } = evidenceOperations;
  serveOwnOperation(
    app,
    getEvidence,
    async (request, reply) => {
      const { rmaId } = checkQuery(getEvidence.query, request);
      const { sql, copies } = await open();
      const evidence = await readEvidence(sql, copies, rmaId, { now: now(), days });
      return answerJson(reply, 200, evidence, answering);
    },
    answering,
  );
  serveOwnOperation(
    app,
    list,
    async (request, reply) => {
      const page = checkQuery(list.query, request);
      const { sql, copies } = await open();
      return answerJson(reply, 200, await listAlikeLines(sql, copies, page), answering);
    },
    answering,
  );
  serveOwnOperation(
    app,
    getProposalQuality,
    async (_request, reply) => {
      const { sql, copies } = await open();
      return answerJson(reply, 200, await checkProposals(sql, copies), answering);
    },
    answering,
  );
};
