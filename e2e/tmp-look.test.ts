import { test } from "vitest";
import { createWorkspace } from "#demo/workspace.ts";
import { workflowCatalogue, workflowMetaData } from "#service/workflow-catalogue.ts";
import { analyzeRules } from "#rules/analysis/analyze-rules.ts";
import { runAllColumns } from "#rules/run-columns.ts";
import { createTable } from "#rules/record-table.ts";
import { sampleOfProduct, sampleOfOrder } from "#web/screens/mapping-rules/preview/preview-session.ts";
import { conditionIdentity } from "#rules/analysis/condition-sets.ts";

test("look", () => {
  const now = Date.parse("2026-11-29T12:00:00Z");
  const w = createWorkspace({ parents: 2000 }, now);
  const products = [...w.products()].map((p) => sampleOfProduct(p as never).record);
  const orders = [...w.purchaseOrders()].map((p) => sampleOfOrder(p as never).record);
  const sets = w.mappingSets();
  const rules = w.mappingRules(workflowMetaData, (name) => String(sets.findIndex((s) => s.set.name === name) + 1)).map(({ rule }, at) => ({ ...rule, rule: { ...rule.rule, rank: at } }));
  const context = { catalogue: workflowCatalogue, now, mappingSets: new Map(sets.map((s, at) => [at + 1, s.items.flatMap(({ fromValue, toValue }) => toValue == null ? [] : [{ from: fromValue, to: toValue }])])) };
  const names = new Map(sets.map((s, at) => [at + 1, s.set.name]));
  for (const event of workflowMetaData.events) {
    const own = rules.filter((r) => r.eventId === event.id && r.rule.enabled !== false);
    const isOrder = event.handle?.startsWith("purchase") === true;
    const records = isOrder ? orders : products;
    const table = createTable(records, context);
    const setting = { context, mappingSetNames: names, recordNames: isOrder ? { one: "order", many: "orders" } : { one: "product", many: "products" } };
    const b0 = performance.now();
    runAllColumns(own, table);
    console.log("run", (performance.now() - b0).toFixed(0));
    const began = performance.now();
    const found = analyzeRules(own, setting, table);
    const took = performance.now() - began;
    console.log(event.handle, own.length, records.length, took.toFixed(0), "ms");
    for (let n = 0; n < 6; n++) {
      const edited = own.map((r, at) => (at === (n % own.length) ? { ...r, rule: { ...r.rule, groups: r.rule.groups?.map((g) => ({ conditions: g.conditions?.map((c) => ({ ...c, condition: (c.condition ?? "") + "x" })) })), actions: r.rule.actions?.map((a) => ({ ...a })) } } : r));
      const b = performance.now();
      runAllColumns(edited as never, table);
      const m = performance.now();
      analyzeRules(edited as never, setting, table);
      console.log("edit", n, "run", (m - b).toFixed(0), "analysis", (performance.now() - m).toFixed(0));
    }
    for (const f of found) console.log("  ", f.kind, f.isProved, "|", (f.rule as {name?: string}).name, "|", "condition" in f.part ? conditionIdentity(f.part as never) : JSON.stringify(f.part).slice(0, 150), "|", f.message, "|", f.witness, f.mend?.label);
  }
});
