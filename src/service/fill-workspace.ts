import type { Account, Channel, Source } from "#contract/account.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingSetSave } from "#contract/mapping-sets.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Sql, TransactionSql } from "#database/sql.ts";
import { saveMappingRule } from "./save-mapping-rule.ts";
import { createMappingSet } from "./save-mapping-set.ts";
import { insertChannels, insertSources, writeAccount } from "./store/account.ts";
import { settleTables } from "./store/copy-records.ts";
import { fillIfEmpty, foldCounts } from "#service/store/copy-records.ts";
import { addMappingSetItems } from "./store/mapping-sets.ts";
import { insertProductParents } from "./store/products.ts";
import { insertPurchaseOrders } from "./store/purchase-orders.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import { addSentEvents } from "./store/webhook-outbox.ts";
import { insertWebhookConfigurations, insertWebhookEventLogs } from "./store/webhooks.ts";
import { workflowMetaData } from "./workflow-catalogue.ts";

/** The records of a workspace. Each kind is read once and in this order, so it may be generated while it is read. */
export interface WorkspaceRecords {
  readonly account: Account;
  readonly sources: readonly Source[];
  readonly channels: readonly Channel[];
  products(): Iterable<ResellerProductParent>;
  purchaseOrders(): Iterable<PurchaseOrder>;
  /** Returns with their RMAs. */
  returns(): Iterable<ReturnModel>;
  webhooks(): Iterable<{
    readonly configuration: WebhookConfiguration;
    readonly deliveries: readonly WebhookEventLog[];
  }>;
  mappingSets(): Iterable<{
    readonly set: MappingSetSave;
    readonly items: readonly { readonly fromValue: string; readonly toValue: string | null }[];
    readonly createdAt: Date;
  }>;
  /** Rules as requests, validated like any; `setId` returns the id that a mapping set got, as an operand. */
  mappingRules(
    workflow: WorkflowMetaData,
    setId: (name: string) => string,
  ): Iterable<{ readonly rule: UpdateOrCreateMappingRule; readonly createdAt: Date }>;
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

async function insertMappings(sql: TransactionSql, workspace: WorkspaceRecords): Promise<void> {
  const ids = new Map<string, number>();
  for (const { set, items, createdAt } of workspace.mappingSets()) {
    const { id } = await createMappingSet(sql, set, createdAt);
    await addMappingSetItems(sql, id ?? 0, items, createdAt);
    ids.set(set.name, id ?? 0);
  }
  const rules = workspace.mappingRules(workflowMetaData, (name) => String(ids.get(name) ?? 0));
  for (const { rule, createdAt } of rules) await saveMappingRule(sql, rule, createdAt);
}

async function insertWebhooks(sql: TransactionSql, workspace: WorkspaceRecords): Promise<void> {
  const webhooks = [...workspace.webhooks()];
  await insertWebhookConfigurations(
    sql,
    webhooks.map(({ configuration }) => configuration),
  );
  for (const { configuration, deliveries } of webhooks) {
    await insertWebhookEventLogs(sql, configuration.id, deliveries);
  }
  await addSentEvents(sql);
}

/**
 * Fills an empty database with a workspace, in one transaction: a process that is killed half way leaves it empty.
 * Leaves a database with records unchanged. Safe with several processes at once.
 */
export const fillWorkspace = async (sql: Sql, workspace: WorkspaceRecords): Promise<void> => {
  const filled = await fillIfEmpty(sql, async (transaction) => {
    await writeAccount(transaction, workspace.account);
    await insertSources(transaction, workspace.sources);
    await insertChannels(transaction, workspace.channels);
    await insertProductParents(transaction, workspace.products());
    await insertPurchaseOrders(transaction, workspace.purchaseOrders());
    await insertReturnsWithRmas(transaction, workspace.returns());
    await insertWebhooks(transaction, workspace);
    await insertMappings(transaction, workspace);
  });
  if (!filled) return;
  await foldCounts(sql);
  await settleTables(sql, ["product_parents", "purchase_orders", "returns", "rmas"]);
};
