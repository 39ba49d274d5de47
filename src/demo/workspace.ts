import {
  type ActionHandle,
  type ComparatorHandle,
  type DataTypeHandle,
  type OtherFieldScope,
  type RuleTypeHandle,
  ruleTypeHandles,
} from "#contract/handles.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { MappingSetSave } from "#contract/mapping-sets.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import ruleWords from "./data/mapping-rules.json" with { type: "json" };
import setWords from "./data/mapping-sets.json" with { type: "json" };
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import { createPeople, demoChannels, demoSources, demoWebhooks, productShares } from "./account.ts";
import { createVariantPool } from "./order-world.ts";
import { demoPurchaseOrders } from "./orders.ts";
import { demoProducts } from "./products.ts";
import { createIds, createRandom, day, iso, span } from "./values.ts";
import { demoReturns, shippedOrder, type ShippedOrder } from "./rmas.ts";

/**
 * A condition or an action: a field, a comparator or an action by its handle, and operands. `field:variant.cost` is that
 * field's id and `set:Brand spellings` that mapping set's.
 */
type Row = readonly (string | Extras)[];

interface Extras {
  /** The comparator that is applied before the condition's own. */
  pre?: string;
  scope?: string;
  matchedOnly?: boolean;
  metaData?: string;
  children?: readonly Row[];
}

/** A rule: groups of which any must match, actions, and the rules that follow. */
interface RuleWords {
  name: string;
  type?: string;
  always?: boolean;
  off?: boolean;
  any?: readonly (readonly Row[])[];
  run?: readonly Row[];
  children?: readonly RuleWords[];
  tierData?: string;
}

interface MappingRuleWords extends RuleWords {
  event: string;
  /** The field it assigns to; rules that change records in place have none. */
  assigns?: string;
  dataType?: string;
  original?: boolean;
  description: string;
}

/** Finds the records of a workflow by their words; a field is `object.handle`. */
const createLookup = (workflow: WorkflowMetaData) => {
  const objects = new Map(workflow.globalObjects.map(({ id, handle }) => [id, handle]));
  const fields = new Map(
    workflow.globalObjectFields.map((field) => [
      `${objects.get(field.globalObjectId)}.${field.handle}`,
      field,
    ]),
  );
  const field = (name: string) => {
    const found = fields.get(name);
    if (found === undefined) throw new Error(`No field is called ${name}`);
    return found;
  };
  // A field's own type first: `set` of a number is not `set` of a text.
  const ownOrFirst =
    <H extends string>(
      records: readonly { id: number }[],
      idOf: (handle: H, dataType?: DataTypeHandle) => number,
    ) =>
    (handle: string, dataType: string | undefined): number => {
      const own = dataType === undefined ? 0 : idOf(handle as H, dataType as DataTypeHandle);
      return records.some(({ id }) => id === own) ? own : idOf(handle as H);
    };
  return {
    fieldId: (name: string): number => field(name).id,
    dataType: (name: string): string | undefined =>
      workflow.dataTypes.find(({ id }) => id === field(name).globalDataTypeId)?.handle,
    eventId: (handle: string): number =>
      workflow.events.find((event) => event.handle === handle)?.id ?? 0,
    comparatorId: ownOrFirst<ComparatorHandle>(workflow.comparators, comparatorId),
    actionId: ownOrFirst<ActionHandle>(workflow.actions, actionId),
  };
};

const isWord = (cell: string | Extras): cell is string => typeof cell === "string";

/** Rules and sets were created one after the other, some of them recently. */
const createdAt = (now: number, index: number): Date =>
  new Date(now - span + 10 * day + index * 13.7 * day);

/**
 * The account's mapping rules in the format of requests (api 4.6); `setId` returns the id of a mapping set, as an operand.
 */
const demoMappingRules = (
  workflow: WorkflowMetaData,
  setId: (name: string) => string,
  now: number,
): { rule: UpdateOrCreateMappingRule; createdAt: Date }[] => {
  const find = createLookup(workflow);

  const readRow = (row: Row) => {
    const [field = "", handle = "", ...words] = row.filter(isWord);
    const operands = words.map((word) =>
      word.startsWith("field:")
        ? String(find.fieldId(word.slice(6)))
        : word.startsWith("set:")
          ? setId(word.slice(4))
          : word,
    );
    const extras = row.find((cell): cell is Extras => !isWord(cell));
    return { field, handle, operands, ...extras };
  };

  const condition = (row: Row): UpdateOrCreateCondition => {
    const { field, handle, operands, pre, children = [], metaData } = readRow(row);
    // After a pre-modifier, or within a named entry, the value no longer has the field's type.
    const own = pre === undefined ? find.dataType(field) : undefined;
    return {
      globalObjectFieldId: find.fieldId(field),
      workflowDataTypeComparatorId: find.comparatorId(handle, own),
      preModifierDataTypeComparatorId:
        pre === undefined ? null : find.comparatorId(pre, find.dataType(field)),
      condition: operands[0] ?? null,
      condition2: operands[1] ?? null,
      condition3: operands[2] ?? null,
      condition4: operands[3] ?? null,
      fieldArrayMustMatchAll: false,
      conditionArrayMustMatchAll: false,
      metaData: metaData ?? null,
      childConditions: children.map(condition),
    };
  };

  const action = (row: Row): UpdateOrCreateAction => {
    const { field, handle, operands, scope, matchedOnly, metaData, children = [] } = readRow(row);
    // The mapping template's value is a text in all of these rules.
    const dataType = field === "mapping.value" ? "string" : find.dataType(field);
    return {
      globalObjectFieldId: find.fieldId(field),
      workflowDataTypeActionId: find.actionId(handle, dataType),
      value: operands[0] ?? null,
      value2: operands[1] ?? null,
      value3: operands[2] ?? null,
      value4: operands[3] ?? null,
      metaData: metaData ?? null,
      usesOtherFieldScope: (scope as OtherFieldScope | undefined) ?? null,
      applyToMatchedOnly: matchedOnly ?? null,
      headerName: null,
      childActions: children.map(action),
    };
  };

  const workflowRule = (rule: RuleWords): UpdateOrCreateWorkflowRule => ({
    name: rule.name,
    workflowRuleTypeId: ruleTypeHandles.indexOf((rule.type ?? "conditional") as RuleTypeHandle) + 1,
    alwaysRun: rule.always ?? false,
    enabled: rule.off === undefined,
    groups: (rule.any ?? []).map((rows) => ({ conditions: rows.map(condition) })),
    actions: (rule.run ?? []).map(action),
    childRules: (rule.children ?? []).map(workflowRule),
    tierData: rule.tierData ?? null,
  });

  return (ruleWords as readonly MappingRuleWords[]).map((rule, index) => {
    const { name, description, event, assigns, original = false } = rule;
    const assigned = assigns === undefined ? undefined : find.dataType(assigns);
    return {
      rule: {
        name,
        description,
        eventId: find.eventId(event),
        useOriginalInputValue: original,
        globalObjectFieldId: assigns === undefined ? null : find.fieldId(assigns),
        globalDataTypeId: dataTypeId((rule.dataType ?? assigned ?? "string") as DataTypeHandle),
        rule: workflowRule(rule),
      },
      createdAt: createdAt(now, index),
    };
  });
};

/** The account's mapping sets; three of them are exclusion lists, whose items have no target value (api 2.13). */
const demoMappingSets = (now: number) =>
  setWords.map(({ items, ...set }, index) => ({
    set: set as MappingSetSave,
    items: Object.entries(items).map(([fromValue, toValue]) => ({ fromValue, toValue })),
    createdAt: createdAt(now, index),
  }));

/** Each kind of records has its own seed, so that more of one does not change another. */
const seeds = {
  products: 4_101,
  pool: 4_102,
  people: 4_103,
  orders: 4_104,
  returns: 4_105,
  webhooks: 4_106,
} as const;

/** The number of records in a workspace; orders and returns are derived from the product parents unless specified. */
export interface WorkspaceSize {
  readonly parents: number;
  readonly orders?: number;
  readonly returns?: number;
}

/** Orders and returns for each product parent; a small workspace still has every status. */
const orderCount = (parents: number): number => Math.max(60, Math.round(parents * 0.2));
const returnCount = (parents: number): number => Math.max(40, Math.round(parents * 0.075));

/**
 * The records of a demonstration workspace. Each kind is generated while it is read and uses the kinds before it, so
 * read them once and in this order: products, purchase orders, returns.
 */
export const createWorkspace = (size: WorkspaceSize, now: number) => {
  const { parents, orders = orderCount(parents), returns = returnCount(parents) } = size;
  const ids = createIds();
  const pool = createVariantPool(createRandom(seeds.pool));
  const people = createPeople(createRandom(seeds.people), ids, seeds.people);
  const shipped: ShippedOrder[] = [];
  const world = (seed: number) => ({ random: createRandom(seed), ids, people, pool, now });
  return {
    account: { id: 1, name: "Alder & Quay Distribution", insertedAt: iso(now - span) },
    sources: demoSources,
    channels: demoChannels,
    *products() {
      const random = createRandom(seeds.products);
      for (const product of demoProducts(random, ids, productShares, parents, now)) {
        pool.add(product);
        yield product.parent;
      }
    },
    *purchaseOrders() {
      for (const order of demoPurchaseOrders(world(seeds.orders), orders)) {
        const returnable = shippedOrder(order);
        if (returnable !== undefined) shipped.push(returnable);
        yield order;
      }
    },
    /** Returns with their RMAs. */
    returns: () => demoReturns(world(seeds.returns), shipped, returns),
    webhooks: () => demoWebhooks(createRandom(seeds.webhooks), ids, now),
    mappingSets: () => demoMappingSets(now),
    /** `setId` returns the id of a mapping set, as an operand. */
    mappingRules: (workflow: WorkflowMetaData, setId: (name: string) => string) =>
      demoMappingRules(workflow, setId, now),
  };
};
