import type {
  GlobalObject,
  GlobalObjectField,
  WorkflowEvent,
  WorkflowMetaData,
} from "#contract/workflow-meta-data.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import { dataTypeId, tableRecords } from "#rules/workflow-records.ts";
import type { FieldRow } from "./workflow-fields.ts";
import {
  mappingFields,
  productFields,
  purchaseOrderFields,
  purchaseOrderItemFields,
  variantFields,
} from "./workflow-fields.ts";

/*
 * The workflow that mapping rules use: events, the objects they run on, and the objects' fields. The API lists them
 * through an operation of its own and documents none, so these are the service's. Ids are literals, never computed:
 * saved rules contain them.
 */

interface ObjectRow extends GlobalObject {
  readonly fields: readonly FieldRow[];
}

const objects: readonly ObjectRow[] = [
  { id: 1, handle: "mapping", name: "Mapping", collection: false, fields: mappingFields },
  { id: 2, handle: "product", name: "Product", collection: false, fields: productFields },
  { id: 3, handle: "variant", name: "Variant", collection: true, fields: variantFields },
  {
    id: 4,
    handle: "purchase_order",
    name: "Purchase order",
    collection: false,
    fields: purchaseOrderFields,
  },
  {
    id: 5,
    handle: "purchase_order_item",
    name: "Purchase order item",
    collection: true,
    fields: purchaseOrderItemFields,
  },
];

const fieldId = (objectId: number, place: number): number => objectId * 1_000 + place;

const createFields = ({ id: objectId, fields }: ObjectRow): GlobalObjectField[] =>
  fields.map(([place, handle, name, dataType, options]) => ({
    id: fieldId(objectId, place),
    globalObjectId: objectId,
    globalDataTypeId: dataTypeId(dataType),
    globalDataTypeFilterId: null,
    name,
    handle,
    options: Object.entries(options ?? {}).map(([value, label]) => ({ value, name: label })),
  }));

const productObjects = [1, 2, 3];
const orderObjects = [1, 4, 5];

const events: readonly WorkflowEvent[] = [
  {
    id: 1,
    handle: "product_import",
    name: "Product import",
    description: "A product is imported from a source.",
    globalObjectIds: productObjects,
  },
  {
    id: 2,
    handle: "listing_publish",
    name: "Listing publish",
    description: "A product is listed on a channel.",
    globalObjectIds: productObjects,
  },
  {
    id: 3,
    handle: "inventory_sync",
    name: "Inventory sync",
    description: "Prices and quantities are sent to a channel.",
    globalObjectIds: productObjects,
  },
  {
    id: 4,
    handle: "purchase_order_generate",
    name: "Purchase order generation",
    description: "A purchase order is created for a source.",
    globalObjectIds: orderObjects,
  },
  {
    id: 5,
    handle: "purchase_order_send",
    name: "Purchase order sending",
    description: "A purchase order is sent to its source.",
    globalObjectIds: orderObjects,
  },
];

const tables = tableRecords();
const formulaObjects = objects.map(({ id }) => id);

/** The response of GET /workflow/meta-data. */
export const workflowMetaData: WorkflowMetaData = {
  ...tables,
  actions: tables.actions.map((action) => ({
    ...action,
    formulaCanRunAgainstGlobalObjectIds: action.formula ? formulaObjects : [],
  })),
  events: [...events],
  globalObjects: objects.map(({ fields: _fields, ...object }) => object),
  globalObjectFields: objects.flatMap(createFields),
};

/** The same for the rule engine. */
export const workflowCatalogue = createCatalogue(workflowMetaData);

const byId = <R extends { readonly id: number }>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]));

/** The catalogue's records by id. */
export const workflowRecords = {
  dataTypes: byId(workflowMetaData.dataTypes),
  comparators: byId(workflowMetaData.comparators),
  actions: byId(workflowMetaData.actions),
  ruleTypes: byId(workflowMetaData.ruleTypes),
  events: byId(workflowMetaData.events),
  fields: byId(workflowMetaData.globalObjectFields),
} as const;
