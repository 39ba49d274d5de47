import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorkflowRule } from "#contract/mapping-rule-tree.ts";
import { bundleProgram } from "#database/testing/bundle-program.ts";
import {
  createTestDatabase,
  type Template,
  type TestDatabase,
} from "#database/testing/database.ts";
import { prepareService } from "#service/prepare-service.ts";
import { listMappingRules } from "#service/store/mapping-rules.ts";
import { listMappingSetItems, listMappingSets } from "#service/store/mapping-sets.ts";
import { addWebhookConfiguration } from "#service/store/webhooks.ts";
import { seedDemonstration } from "./seed-demonstration.ts";

const now = new Date("2026-11-21T15:00:00Z");

const emptyService: Template = { name: "service", fill: prepareService };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase(emptyService);
});
afterEach(() => database.close());

const tables = [
  "sources",
  "channels",
  "product_parents",
  "purchase_orders",
  "returns",
  "rmas",
  "webhook_configurations",
  "webhook_event_logs",
  "mapping_rules",
  "mapping_sets",
  "mapping_set_items",
] as const;

const counts = async (): Promise<Record<string, number>> => {
  const rows = await Promise.all(
    tables.map(
      (table) =>
        database.sql<
          { total: number }[]
        >`select count(*) as total from ${database.sql(`service.${table}`)}`,
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.[0]?.total ?? 0]));
};

const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

/** Every record of every table in one hash, for comparing two databases. */
const contents = async (): Promise<unknown[]> => {
  const hashes = await Promise.all(
    tables.map(
      (table) =>
        database.sql`select md5(string_agg(row::text, '' order by id)) as hash from ${database.sql(`service.${table}`)} as row`,
    ),
  );
  return hashes.map(([row]) => row?.["hash"]);
};

/** A small demonstration, for tests of its content. */
const smallDemonstration: Template = {
  name: "small_demonstration",
  fill: async (sql) => {
    await prepareService(sql);
    await seedDemonstration(sql, { parents: 20, now });
  },
};
const replaceBy = async (template: Template) => {
  await database.close();
  database = await createTestDatabase(template);
};

test("fills an empty database, once, and the same on the same day", async () => {
  await seedDemonstration(database.sql, { parents: 60, now });
  const filled = await counts();
  expect(filled).toMatchObject({ sources: 26, channels: 14, product_parents: 60 });
  expect(Object.values(filled).every((total) => total > 5)).toBe(true);

  const before = await contents();
  await seedDemonstration(database.sql, { parents: 500, now });
  expect(await contents()).toEqual(before);

  await replaceBy(emptyService);
  await seedDemonstration(database.sql, { parents: 60, now: new Date("2026-11-21T03:00:00Z") });
  expect(await contents()).toEqual(before);
});

test("a database with any record is left unchanged", async () => {
  await database.sql.begin((transaction) =>
    addWebhookConfiguration(transaction, {
      configurationName: "Mine",
      webhookUrl: "https://hooks.example.com/",
      subscribedEvents: [],
    }),
  );
  await seedDemonstration(database.sql, { parents: 50, now });
  expect(await counts()).toEqual({ ...nothing, webhook_configurations: 1 });
});

test("several that start at once fill it once", async () => {
  const pools = [database.sql, database.connect(), database.connect()];
  await Promise.all(pools.map((sql) => seedDemonstration(sql, { parents: 60, now })));
  expect(await counts()).toMatchObject({ sources: 26, product_parents: 60, purchase_orders: 60 });
});

test("ids that are assigned later do not collide with existing ones", async () => {
  await replaceBy(smallDemonstration);
  const { webhook_configurations: there } = await counts();
  const added = await database.sql.begin((transaction) =>
    addWebhookConfiguration(transaction, {
      configurationName: "Later",
      webhookUrl: "https://hooks.example.com/",
      subscribedEvents: [],
    }),
  );
  expect(added.id).toBe((there ?? 0) + 1);
});

const startSeeding = async (parents: number): Promise<ChildProcess> =>
  fork(await bundleProgram(new URL("../testing/seed-process.ts", import.meta.url)), {
    execArgv: [],
    env: {
      ...process.env,
      TEST_TARGET: JSON.stringify(database.target),
      TEST_PARENTS: String(parents),
    },
  });

/** Stops the load where products and orders are written and the returns are not yet, and kills its process there. */
const killHalfWay = (): Promise<void> =>
  database.connect({ max: 1, patient: true }).begin(async (transaction) => {
    await transaction`lock table service.returns in share mode`;
    const child = await startSeeding(40);
    const ended = once(child, "exit");
    const isHeld = async () => {
      const held = await database.sql`
        select 1 from pg_locks where not granted and relation = 'service.returns'::regclass`;
      return held.length > 0;
    };
    while (!(await isHeld())) expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    await ended;
  });

test("killed half way it leaves nothing, and the next start fills it", async () => {
  await killHalfWay();
  expect(await counts()).toEqual(nothing);

  await seedDemonstration(database.sql, { parents: 40, now });
  expect(await counts()).toMatchObject({ sources: 26, product_parents: 40 });
});

/** A rule with all rules that follow it. */
const family = (rule: WorkflowRule): WorkflowRule[] => [rule, ...rule.childRules.flatMap(family)];

test("there are mapping rules of every kind", async () => {
  await replaceBy(smallDemonstration);
  const rules = (await listMappingRules(database.sql)).flatMap(({ rule }) => rule ?? []);
  const all = rules.flatMap(family);
  const conditions = all.flatMap((rule) => rule.groups.flatMap((group) => group.conditions));
  const actions = all.flatMap((rule) => rule.actions);
  const kinds = {
    rules: rules.length > 30,
    tier: rules.some((rule) => rule.workflowRuleTypeId === 2),
    conditional: rules.some((rule) => rule.workflowRuleTypeId === 1),
    alwaysRun: rules.some((rule) => rule.alwaysRun),
    disabled: rules.some((rule) => rule.enabled === false),
    notConfigured: rules.some((rule) => rule.configured === false),
    childRules: rules.some((rule) => rule.childRules.length > 0),
    severalGroups: rules.some((rule) => rule.groups.length > 1),
    childConditions: conditions.some((condition) => condition.childConditions.length > 0),
    preModifiers: conditions.some(
      (condition) => (condition.preModifierDataTypeComparatorId ?? 0) > 0,
    ),
    childActions: actions.some((action) => action.childActions.length > 0),
    tierData: rules.some((rule) => (rule.tierData ?? "") !== ""),
    metaData: actions.some((action) => (action.metaData ?? "") !== ""),
    scopes: actions.some((action) => action.usesOtherFieldScope === "correlated"),
    matchedOnly: actions.some((action) => action.applyToMatchedOnly === true),
  };
  expect(Object.entries(kinds).filter(([, there]) => !there)).toEqual([]);
});

test("mapping sets have their lines, and there are exclusion lists of every type", async () => {
  await replaceBy(smallDemonstration);
  const { records } = await listMappingSets(database.sql, { number: 1, size: 100 });
  expect(records.map((set) => set.exclusionType ?? "none")).toEqual(
    expect.arrayContaining(["sku", "brand", "category", "none"]),
  );
  for (const set of records) {
    const items = await listMappingSetItems(database.sql, set.id ?? 0);
    expect(items).toHaveLength(set.totalItems ?? -1);
    expect(items.filter((item) => item.fromValue.includes("="))).toEqual([]);
  }
});
