import type { RuleAnalysisLine, RuleAnalysisRequest } from "#contract/rule-analysis.ts";
import type { RuleRunLine, RuleRunRequest } from "#contract/rule-runs.ts";
import type { Sql } from "#database/sql.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { type CatalogRuns, createCatalogRuns } from "./catalog-runs.ts";
import type { RuleAnalyses } from "./rule-analyses.ts";
import type { RuleTests } from "./chunked-rule-test.ts";
import { type IndexedRow, type Position, readChanges } from "./store.ts";

/** Rows that a thread takes at once. */
const rowsAtOnce = 500;

/** The products of a catalog that changed after a position, so many at once. */
async function* readRows(
  sql: Sql,
  catalog: number,
  from: Position,
): AsyncGenerator<IndexedRow[], void, undefined> {
  for (let position = from; ;) {
    const rows = await readChanges(sql, catalog, position, rowsAtOnce);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < rowsAtOnce) return;
    position = { version: last.version, id: last.id };
  }
}

/** Tests of a rule on all products of a catalog. */
export const createRuleRuns = (
  sql: () => Promise<Sql>,
  clock: Clock,
): CatalogRuns<RuleRunRequest, RuleRunLine> =>
  createCatalogRuns<RuleTests, RuleRunRequest, RuleRunLine>({
    program: new URL("./rule-worker.ts", import.meta.url),
    clock,
    endedReason:
      "The test took more memory than there is for it. Test the rule on the loaded products instead.",
    work: async function* (call, { id, copy, products }, request, isGone) {
      const database = await sql();
      const from = await call("begin", { id, copy }, request, Date.now());
      for await (const rows of readRows(database, id, from)) {
        const read = await call("put", rows);
        if (isGone()) return;
        // Reading takes about as long as ten tests.
        yield { kind: "progress", done: Math.round((read * 9) / 10), of: products };
      }
      for (;;) {
        const { done, of, result } = await call("step");
        if (result !== undefined) return yield { kind: "result", result };
        if (isGone()) return;
        yield { kind: "progress", done: Math.round((of * 9 + done) / 10), of };
      }
    },
  });

/** Analyses of rules on all products of a catalog. */
export const createRuleAnalysisRuns = (
  sql: () => Promise<Sql>,
  clock: Clock,
): CatalogRuns<RuleAnalysisRequest, RuleAnalysisLine> =>
  createCatalogRuns<RuleAnalyses, RuleAnalysisRequest, RuleAnalysisLine>({
    program: new URL("./analysis-worker.ts", import.meta.url),
    clock,
    endedReason: "The check took more memory than there is for it.",
    work: async function* (call, { id, products }, request, isGone) {
      const database = await sql();
      await call("begin", request, Date.now());
      for (;;) {
        for await (const rows of readRows(database, id, { version: 0, id: 0 })) {
          const done = await call("put", rows);
          if (isGone()) return;
          yield { kind: "progress", done, of: Math.max(done, products) };
        }
        const result = await call("end");
        if (result !== undefined) return yield { kind: "result", result };
      }
    },
  });
