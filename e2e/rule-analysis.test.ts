import { expect, test } from "vitest";
import { createWorkspace } from "#demo/workspace.ts";
import { analyzeRules } from "#rules/analysis/analyze-rules.ts";
import { createTable } from "#rules/record-table.ts";
import { refuteFinding } from "#rules/testing/refute-finding.ts";
import { workflowCatalogue, workflowMetaData } from "#service/workflow-catalogue.ts";
import {
  findSampleKind,
  sampleOfOrder,
  sampleOfProduct,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";

/* The demonstration's rules on its products and orders: every finding is confirmed record by record, and is meant. */

const now = Date.parse("2026-11-29T12:00:00Z");
const workspace = createWorkspace({ parents: 600 }, now);
const records = {
  product: [...workspace.products()].map((product) => sampleOfProduct(product).record),
  purchase_order: [...workspace.purchaseOrders()].map((order) => sampleOfOrder(order).record),
};
const sets = workspace.mappingSets();
const idOf = (name: string) => String(sets.findIndex(({ set }) => set.name === name) + 1);
const rules = workspace
  .mappingRules(workflowMetaData, idOf)
  .map(({ rule }, rank) => ({ ...rule, rule: { ...rule.rule, rank } }));
const context = {
  catalogue: workflowCatalogue,
  now,
  mappingSets: new Map(
    sets.map(({ items }, at) => [
      at + 1,
      items.flatMap(({ fromValue, toValue }) =>
        toValue === null ? [] : [{ from: fromValue, to: toValue }],
      ),
    ]),
  ),
};
const mappingSetNames = new Map(sets.map(({ set }, at) => [at + 1, set.name]));

const findIn = (eventId: number, edited = rules) => {
  const kind = findSampleKind(workflowMetaData, eventId);
  const table = createTable(records[kind], context);
  const own = edited.filter((rule) => rule.eventId === eventId && rule.rule.enabled !== false);
  const setting = { context, mappingSetNames, recordNames: sampleWords[kind] };
  const found = analyzeRules(own, setting, table);
  expect(found.flatMap((finding) => refuteFinding(finding, { rules: own, table }))).toEqual([]);
  return found.map(({ kind: what, message, rule }) => [
    what,
    (rule as (typeof rules)[number]).name,
    message,
  ]);
};

test("only a gap in a mapping set is found, which is one: marketplaces get these finishes as they are", () => {
  expect(workflowMetaData.events.flatMap(({ id }) => findIn(id))).toEqual([
    [
      "missed",
      "Finish: marketplace color",
      expect.stringMatching(
        /^“Color names → marketplace colors” has no entry for “\w+”, which \d+ products have, and none for \d more\.$/,
      ),
    ],
  ]);
});

test("a tier that was moved after a wider one is found in the demonstration's prices", () => {
  const prices = rules.find(({ name }) => name === "Marketplace price: markup by cost");
  const [low, middle, high] = prices?.rule.childRules ?? [];
  if (!prices || !low || !middle || !high) throw new Error("The rule has three tiers");
  const condition = { ...high.groups[0]?.conditions[0], condition: "20" };
  const wide = { ...high, name: "Wide", groups: [{ conditions: [condition] }] };
  const planted = { ...prices, rule: { ...prices.rule, childRules: [low, wide, middle] } };
  const edited = rules.map((rule) => (rule === prices ? planted : rule));
  expect(findIn(prices.eventId, edited as typeof rules)).toEqual([
    [
      "shadowed",
      "Marketplace price: markup by cost",
      "Never reached: whatever meets this meets “Wide” before, and only the first match runs.",
    ],
  ]);
});
