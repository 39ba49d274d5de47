import type { FastifyInstance } from "fastify";
import type { Sql } from "#database/sql.ts";
import { foldCounts } from "./store/fold-counts.ts";

/** Each change adds some rows of counts, and each list adds them up: a minute's changes take no noticeable time. */
const everyMs = 60_000;

/** Adds up the counts of records regularly while a service runs. Any number of services may do so at once. */
export const keepCountsShort = (app: FastifyInstance, sql: Sql): void => {
  let folding: Promise<void> | undefined;
  const timer = setInterval(() => {
    folding ??= foldCounts(sql)
      // It is tried again in a minute, and a database that fails is reported by every request.
      .catch(() => {})
      .finally(() => (folding = undefined));
  }, everyMs);
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await folding;
  });
};
