import type { ReturnModel } from "#contract/returns.ts";
import type { Sql, TransactionSql } from "#database/sql.ts";
import { createMappingSet } from "#service/save-mapping-set.ts";
import { saveMappingRule } from "#service/save-mapping-rule.ts";
import { insertChannels, insertSources, writeAccount } from "#service/store/account.ts";
import { settleTables } from "#service/store/copy-records.ts";
import { fillIfEmpty } from "#service/store/fill-if-empty.ts";
import { addMappingSetItems } from "#service/store/mapping-sets.ts";
import { insertProductParents } from "#service/store/products.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { insertWebhookConfigurations, insertWebhookEventLogs } from "#service/store/webhooks.ts";
import { demoChannels, demoSources } from "./demo-parties.ts";
import { iso, span, startOfDay } from "./demo-time.ts";
import { mappingSetWords, setItems } from "./mapping-set-words.ts";
import { createWorkspace, type Workspace, type WorkspaceSize } from "./workspace.ts";
import { demoMappingRules, ruleDate } from "./demo-mapping-rules.ts";

export interface DemonstrationOptions extends Partial<WorkspaceSize> {
  /** The reference date of the workspace: the same day generates the same workspace. */
  now?: Date;
}

/** Returns and RMAs per insert statement. */
const returnsPerStatement = 250;

async function insertReturnsWithRmas(
  sql: TransactionSql,
  returns: Iterable<ReturnModel>,
): Promise<void> {
  let batch: ReturnModel[] = [];
  const flush = async () => {
    await insertReturns(sql, batch);
    await insertRmas(
      sql,
      batch.flatMap((one) => one.rmas),
    );
    batch = [];
  };
  for (const one of returns) {
    batch.push(one);
    if (batch.length === returnsPerStatement) await flush();
  }
  if (batch.length > 0) await flush();
}

async function insertMappings(sql: TransactionSql, now: number): Promise<void> {
  const setIds = new Map<string, number>();
  for (const [index, words] of mappingSetWords.entries()) {
    const at = ruleDate(now, index);
    const set = await createMappingSet(
      sql,
      {
        name: words.name,
        description: words.description,
        exclusionListForSourceId: words.excludes?.sourceId ?? null,
        exclusionType: words.excludes?.type ?? null,
      },
      at,
    );
    await addMappingSetItems(sql, set.id ?? 0, setItems(words), at);
    setIds.set(words.name, set.id ?? 0);
  }
  for (const [index, rule] of demoMappingRules((name) => String(setIds.get(name) ?? 0)).entries()) {
    await saveMappingRule(sql, rule, ruleDate(now, index));
  }
}

async function insertWebhooks(sql: TransactionSql, workspace: Workspace): Promise<void> {
  const webhooks = workspace.webhooks();
  await insertWebhookConfigurations(
    sql,
    webhooks.map(({ configuration }) => configuration),
  );
  for (const { configuration, deliveries } of webhooks) {
    await insertWebhookEventLogs(sql, configuration.id, deliveries);
  }
}

const fill =
  (size: WorkspaceSize, now: number) =>
  async (sql: TransactionSql): Promise<void> => {
    const workspace = createWorkspace(size, now);
    await writeAccount(sql, {
      id: 1,
      name: "Alder & Quay Distribution",
      insertedAt: iso(now - span),
    });
    await insertSources(sql, demoSources);
    await insertChannels(sql, demoChannels);
    await insertProductParents(sql, workspace.products());
    await insertPurchaseOrders(sql, workspace.purchaseOrders());
    await insertReturnsWithRmas(sql, workspace.returns());
    await insertWebhooks(sql, workspace);
    await insertMappings(sql, now);
  };

/**
 * Fills an empty database with the demonstration workspace, in one transaction: a process that is killed half way
 * leaves it empty. Leaves a database with records unchanged. Safe with several processes at once.
 */
export const seedDemonstration = async (
  sql: Sql,
  { now = new Date(), parents = 2_000, ...size }: DemonstrationOptions = {},
): Promise<void> => {
  const filled = await fillIfEmpty(sql, fill({ parents, ...size }, startOfDay(now)));
  if (filled) await settleTables(sql, ["product_parents", "purchase_orders", "returns", "rmas"]);
};
