import * as z from "zod/mini";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { RuleTest } from "#contract/rule-tests.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Builder } from "#rule-model/builder.ts";
import { headKey, type PartKey, rootKey } from "#rule-model/part.ts";
import type { AssumedValues } from "#rules/assumed-rule.ts";
import type { ColumnRun, TracedRule } from "#rules/run-columns.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { formatCount } from "#web/base/format.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { remember } from "#web/base/remember.ts";
import { createValueStore } from "#web/base/value-store.ts";

/** The kinds of records that a rule can be tested on. */
export type SampleKind = "product" | "purchase_order";

/** One record to test a rule on, with its search terms. */
export interface SampleRecord {
  /** Unique among all samples of a kind. */
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly terms: string;
  readonly record: RuleRecord;
}

const collectTerms = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text !== null && text !== undefined)
    .join("\n")
    .toLowerCase();

/** A product parent in the rules' format: the product, and beside it its variants (api 2.2, 2.3). */
export const sampleOfProduct = (product: ResellerProductParent, at = 0): SampleRecord => {
  const { variants, ...parent } = product;
  return {
    key: `product ${product.id ?? `at ${at}`}`,
    name: product.sku,
    detail: product.title ?? "",
    terms: collectTerms([product.sku, product.title, ...variants.map(({ sku }) => sku)]),
    record: { objects: { product: parent, variant: variants } },
  };
};

/** The record of a rule's test. */
const sampleOfTest = ({ id, name, detail, record }: RuleTest): SampleRecord => ({
  key: `test ${id}`,
  name,
  detail,
  terms: "",
  record,
});

/** A purchase order in the rules' format: the order, and beside it its lines (api 2.4, 2.6). */
export const sampleOfOrder = (order: PurchaseOrder, at = 0): SampleRecord => {
  const { purchaseOrderItems, ...rest } = order;
  const lines = formatCount(purchaseOrderItems.length, "line");
  const status = order.purchaseOrderStatus?.name;
  const number = order.purchaseOrderNumber ?? `Order ${order.id}`;
  return {
    key: `purchase_order ${order.id ?? `at ${at}`}`,
    name: number,
    detail: status ? `${status}, ${lines}` : lines,
    terms: collectTerms([number, String(order.id), ...purchaseOrderItems.map(({ sku }) => sku)]),
    record: { objects: { purchase_order: rest, purchase_order_item: purchaseOrderItems } },
  };
};

/** The catalog has products at hand; each page of orders is a request. */
export const usualSamples: Readonly<Record<SampleKind, number>> = {
  product: 2_000,
  purchase_order: 500,
};

/** More samples would slow typing down. */
export const mostSamples = 10_000;

export const sampleWords = {
  product: { one: "product", many: "products", find: "SKU or title" },
  purchase_order: { one: "order", many: "orders", find: "Order number or SKU" },
} as const satisfies Record<SampleKind, { one: string; many: string; find: string }>;

/** The samples whose terms contain the text. */
export const findSamples = (samples: readonly SampleRecord[], text: string): SampleRecord[] => {
  const wanted = text.trim().toLowerCase();
  return samples.filter(({ terms }) => terms.includes(wanted));
};

/**
 * The kind of records an event's rules run on, by the objects whose fields they may use; products where that is
 * unknown.
 */
export const findSampleKind = (
  { events, globalObjects }: Pick<WorkflowMetaData, "events" | "globalObjects">,
  eventId: number,
): SampleKind => {
  const ids = new Set(events.find(({ id }) => id === eventId)?.globalObjectIds);
  const handles = globalObjects.flatMap(({ id, handle }) => (ids.has(id) ? [handle] : []));
  return handles.some((handle) => handle.startsWith("purchase_order"))
    ? "purchase_order"
    : "product";
};

/** Whether rules are tested as soon as they open: until a person closes the test. */
export const previewOpen = remember("preview.open", z._default(z.boolean(), true));

export const noAssumptions: AssumedValues = new Map();

export interface SampleChoice {
  readonly kind: SampleKind;
  readonly channelId: number | undefined;
  /** Pasted records, which replace those of the API. */
  readonly pasted: readonly SampleRecord[] | undefined;
  readonly assumed: AssumedValues;
}

export type PreviewTab = "record" | "matches" | "changes" | "tests" | "neighbours";

interface PreviewView {
  /** False where the user closed the test; nothing is read then. */
  readonly open: boolean;
  readonly tab: PreviewTab;
  readonly listed: PartKey;
  readonly listedSide: "matching" | "others";
  /** The key of the selected record; undefined for an example. */
  readonly selectedKey: string | undefined;
}

/** The results of the last test, on all samples and on the selected one. */
export interface Preview {
  readonly rule: UpdateOrCreateMappingRule;
  readonly context: EvaluationContext;
  readonly samples: readonly SampleRecord[];
  readonly run: ColumnRun;
  /** Fields that the rule reads and no sample has. */
  readonly absent: readonly RuleField[];
  /** Mapping sets that the rule looks values up in and that could not be read. */
  readonly unreadSets: readonly number[];
  readonly selected: SampleRecord | undefined;
  readonly traced: TracedRule | undefined;
}

/** The state of one open rule's test, outside React. Created once for each rule: its panel and the marks beside its rows share it. */
export const createPreviewSession = ({ workflow, draft }: Builder) => {
  const eventId = draft.part(headKey, "head")?.data.eventId ?? 0;
  const view = createValueStore<PreviewView>({
    open: previewOpen.get(),
    tab: "record",
    listed: rootKey,
    listedSide: "matching",
    selectedKey: undefined,
  });
  /** Grows each time a row opens the panel. */
  const openings = createValueStore(0);
  const change = (changes: Partial<PreviewView>) => view.set({ ...view.get(), ...changes });
  /** A record that the address or a test names: it may be none of the samples. */
  const addressed = createValueStore<SampleRecord | undefined>(undefined);
  return {
    choice: createValueStore<SampleChoice>({
      kind: findSampleKind(workflow.metaData, eventId),
      channelId: lastChannel.get(),
      pasted: undefined,
      assumed: noAssumptions,
    }),
    view,
    addressed,
    preview: createValueStore<Preview | undefined>(undefined),
    /** Grows each time a person tests the rule on all products. */
    testsOnAll: createValueStore(0),
    /** How far its check on them is. */
    wholeCheck: createValueStore<{ readonly done: number; readonly of: number } | undefined>(
      undefined,
    ),
    change,
    /** Lists the records of a part, and shows the list. */
    list: (part: PartKey) => {
      change({ tab: "matches", listed: part, listedSide: "matching" });
      openings.set(openings.get() + 1);
    },
    /** Selects a record and shows it. */
    showRecord: (selectedKey: string) => {
      change({ open: true, tab: "record", selectedKey });
      openings.set(openings.get() + 1);
    },
    /** Selects the record of a test, and shows the tests or the steps of the record. */
    showTest: (test: RuleTest, tab: PreviewTab = "tests") => {
      const sample = sampleOfTest(test);
      addressed.set(sample);
      change({ open: true, tab, selectedKey: sample.key });
      openings.set(openings.get() + 1);
    },
    openings,
  };
};

export type PreviewSession = ReturnType<typeof createPreviewSession>;
