import { createWorkspace } from "#demo/workspace.ts";
import { analyzeRules } from "#rules/analysis/analyze-rules.ts";
import { createTable } from "#rules/record-table.ts";
import { workflowCatalogue, workflowMetaData } from "#service/workflow-catalogue.ts";
import { sampleOfProduct } from "#web/screens/mapping-rules/preview/preview-session.ts";

const parents = 2_000;

const round = (ms: number): number => Math.round(ms * 10) / 10;
const percentile = (times: readonly number[], part: number): number =>
  round(times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)] ?? 0);

const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

/** All rules as those of one event, so that each runs on the results of all before; then an edit of each of them. */
export async function* bench(): AsyncGenerator<object> {
  const now = Date.parse("2026-11-29T12:00:00Z");
  const workspace = createWorkspace({ parents }, now);
  const records = [...workspace.products()].map((product) => sampleOfProduct(product).record);
  const sets = workspace.mappingSets();
  const idOf = (name: string) => String(sets.findIndex(({ set }) => set.name === name) + 1);
  const rules = workspace.mappingRules(workflowMetaData, idOf).map(({ rule }, rank) => ({
    ...rule,
    rule: { ...rule.rule, rank, enabled: true },
  }));
  const mappingSets = new Map(
    sets.map(({ items }, at) => [
      at + 1,
      items.map(({ fromValue, toValue }) => ({ from: fromValue, to: toValue ?? "" })),
    ]),
  );
  const context = { catalogue: workflowCatalogue, now, mappingSets };
  const setting = { context, recordNames: { one: "product", many: "products" } };
  const table = createTable(records, context);
  const first = timed(() => analyzeRules(rules, setting, table));
  const edits = rules.map((rule, at) => {
    const groups = rule.rule.groups.map((group) => ({
      ...group,
      conditions: group.conditions.map((condition) => ({
        ...condition,
        condition: `${condition.condition ?? ""}1`,
      })),
    }));
    const edited = rules.with(at, { ...rule, rule: { ...rule.rule, groups } });
    return timed(() => analyzeRules(edited, setting, table));
  });
  yield {
    bench: "rule-analysis",
    rules: rules.length,
    products: records.length,
    firstMs: round(first),
    editMedianMs: percentile(edits, 0.5),
    editP95Ms: percentile(edits, 0.95),
    editWorstMs: percentile(edits, 1),
  };
}
