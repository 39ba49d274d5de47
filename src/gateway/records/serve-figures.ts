import type { FastifyInstance, FastifyRequest } from "fastify";
import { exceptionOperations } from "#contract/exceptions.ts";
import { type CopyStates, figureOperations } from "#contract/figures.ts";
import { searchedKinds } from "#contract/record-search.ts";
import { findDay } from "#contract/wall-clock.ts";
import type { Sql } from "#database/sql.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import { checkQuery, serveOwnOperation, Stop } from "#gateway/server/serve-own-operation.ts";
import { readCopies } from "./copy-records.ts";
import { listExceptions } from "./exceptions.ts";
import { readPresent, readTrends, type Trends } from "./figures.ts";
import { webhookCopy } from "./watch-webhooks.ts";
import type { CopyIds } from "./rma-lines.ts";

interface FigureRoutes {
  readonly answering: Answering;
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no database. */
  readonly storage: { readonly sql: () => Promise<Sql>; readonly upstream: string } | undefined;
  /** Whether this gateway keeps copies. */
  readonly isOn: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const trendsMs = 60_000;
const mostTrends = 50;

/** The trends of a time zone, read once a minute: months of RMAs change little in one. */
const keepTrends = (sql: () => Promise<Sql>, now: () => number) => {
  const kept = new Map<string, { readonly at: number; readonly trends: Promise<Trends> }>();
  return async (copies: CopyIds, timeZone: string, isWhole: boolean): Promise<Trends> => {
    const key = `${copies.get("rmas")} ${timeZone}`;
    const known = kept.get(key);
    if (isWhole && known !== undefined && now() - known.at < trendsMs) return known.trends;
    if (kept.size >= mostTrends) kept.clear();
    const trends = sql().then(async (open) => readTrends(open, { copies, now: now(), timeZone }));
    if (isWhole) kept.set(key, { at: now(), trends });
    trends.catch(() => kept.delete(key));
    return trends;
  };
};

const demandTimeZone = (timeZone: string): void => {
  try {
    findDay(0, timeZone);
  } catch {
    throw new Stop({ kind: "bad-request", detail: "Unknown time zone." });
  }
};

/** The gateway's own operations under /api: what waits for the team, counted from its copies and recorded changes. */
export const serveFigures = (
  app: FastifyInstance,
  { answering, personOf, storage, isOn, now }: FigureRoutes,
): void => {
  const { readFigures: figures } = figureOperations;
  const { listExceptions: exceptions } = exceptionOperations;
  const trendsOf = storage && keepTrends(storage.sql, now);
  const open = async () => {
    if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
    const sql = await storage.sql();
    const { upstream } = storage;
    const { ids, stateOf } = await readCopies(sql, upstream, isOn);
    const kinds = [...searchedKinds, webhookCopy];
    const states = Object.fromEntries(kinds.map((kind) => [kind, stateOf(kind)])) as CopyStates;
    return { sql, upstream, copies: ids, states, now: now() };
  };
  serveOwnOperation(
    app,
    figures,
    async (request, reply) => {
      const { timeZone } = checkQuery(figures.query, request);
      demandTimeZone(timeZone);
      const { sql, states, ...asked } = await open();
      const [present, trends] = await Promise.all([
        readPresent(sql, { ...asked, timeZone, person: personOf(request) }),
        trendsOf?.(asked.copies, timeZone, states.rmas.phase === "ready"),
      ]);
      return answerJson(reply, 200, { states, ...present, ...trends }, answering);
    },
    answering,
  );
  serveOwnOperation(
    app,
    exceptions,
    async (request, reply) => {
      const query = checkQuery(exceptions.query, request);
      demandTimeZone(query.timeZone);
      const { sql, states, ...asked } = await open();
      const found = await listExceptions(sql, { ...asked, ...query });
      return answerJson(reply, 200, { states, ...found }, answering);
    },
    answering,
  );
};
