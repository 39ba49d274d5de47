import type { DataTypeHandle } from "#contract/handles.ts";
import {
  purchaseOrderFulfillmentStatuses,
  purchaseOrderStatusHandles,
  purchaseOrderStatusNameByHandle,
} from "#contract/purchase-order-states.ts";
import { purchaseOrderTypes } from "#contract/purchase-order-types.ts";
import type {
  GlobalObject,
  GlobalObjectField,
  WorkflowEvent,
  WorkflowMetaData,
} from "#contract/workflow-meta-data.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import { dataTypeId, tableRecords } from "#rules/workflow-records.ts";

/** A field of an object: its number within the object (never reused), the path of its value, name, type, options. */
type FieldRow = readonly [
  place: number,
  handle: string,
  name: string,
  dataType: DataTypeHandle,
  options?: Readonly<Record<string, string>>,
];

const weightUnits = { pound: "Pound", ounce: "Ounce", gram: "Gram", kilogram: "Kilogram" };
const dimensionUnits = { inch: "Inch", centimeter: "Centimeter" };
const builderActions = { publish: "Publish", update: "Update only", skip: "Leave out" };

/** The mapping template's value: one value, of the rule's type. */
const mappingFields: readonly FieldRow[] = [[1, "value", "Value", "inherited"]];

/** Fields of a product parent, spelled as in api 2.2. */
const productFields: readonly FieldRow[] = [
  [1, "sku", "SKU", "string"],
  [2, "title", "Title", "string"],
  [3, "description", "Description", "string"],
  [4, "brand", "Brand", "string"],
  [5, "inserted_at", "Inserted at", "date"],
  [6, "updated_at", "Updated at", "date"],
  [7, "images", "Images", "images"],
  [8, "attributes", "Attributes", "attributes"],
  [9, "category_one", "Category", "category_in_list"],
  [10, "category_two", "Second category", "category_in_list"],
  [11, "category_three", "Third category", "category_in_list"],
  [12, "tags", "Tags", "tags"],
  [13, "custom_fields", "Custom fields", "custom_fields"],
  [14, "aggregates", "Aggregates", "custom_aggregate_fields"],
  [15, "category_source", "Category to copy", "category_copy"],
  [16, "builder_action", "Builder action", "builder_action", builderActions],
  [17, "custom_action", "Custom action", "custom_action"],
  [18, "bullet_points", "Bullet points", "array"],
];

/** Fields of a variant, spelled as in api 2.3. */
const variantFields: readonly FieldRow[] = [
  [1, "sku", "SKU", "string"],
  [2, "title", "Title", "string"],
  [3, "price", "Price", "number"],
  [4, "sale_price", "Sale price", "number"],
  [5, "msrp", "MSRP", "number"],
  [6, "map", "MAP", "number"],
  [7, "cost", "Cost", "number"],
  [8, "estimated_shipping_cost", "Estimated shipping cost", "number"],
  [9, "estimated_dropship_fee", "Estimated dropship fee", "number"],
  [10, "quantity", "Quantity", "number"],
  [11, "weight", "Weight", "number"],
  [12, "weight_unit", "Weight unit", "string_options", weightUnits],
  [13, "length", "Length", "number"],
  [14, "width", "Width", "number"],
  [15, "height", "Height", "number"],
  [16, "dimension_unit", "Dimension unit", "string_options", dimensionUnits],
  [17, "mpn", "MPN", "string"],
  [18, "upc", "UPC", "string"],
  [19, "ean", "EAN", "string"],
  [20, "asin", "ASIN", "string"],
  [21, "description", "Description", "string"],
  [22, "option_values", "Option values", "variant_options"],
  [23, "images", "Images", "images"],
  [24, "inserted_at", "Inserted at", "date"],
  [25, "updated_at", "Updated at", "date"],
  [26, "dimensional_weight", "Dimensional weight", "number"],
];

const addressFields = (start: number, handle: string, name: string): FieldRow[] =>
  (
    [
      ["name", "name"],
      ["companyName", "company"],
      ["addressLine1", "address line 1"],
      ["addressLine2", "address line 2"],
      ["city", "city"],
      ["stateCode", "state code"],
      ["postal", "postal code"],
      ["countryCode", "country code"],
      ["email", "email"],
      ["phone", "phone"],
    ] as const
  ).map(([key, label], at): FieldRow => [
    start + at,
    `${handle}.${key}`,
    `${name} ${label}`,
    "string",
  ]);

const typeOptions = Object.fromEntries(
  Object.values(purchaseOrderTypes).map(({ id, name }) => [String(id), name]),
);
const statusOptions = Object.fromEntries(
  purchaseOrderStatusHandles.map((handle) => [handle, purchaseOrderStatusNameByHandle[handle]]),
);

/** Fields of a purchase order, spelled as in api 2.4. */
const purchaseOrderFields: readonly FieldRow[] = [
  [1, "purchaseOrderNumber", "Number", "string"],
  [2, "note", "Note", "string"],
  [3, "confirmationNumber", "Confirmation number", "string"],
  [4, "purchaseOrderStatus.handle", "Status", "string_options", statusOptions],
  [
    5,
    "purchaseOrderFulfillmentStatus.handle",
    "Fulfillment status",
    "string_options",
    purchaseOrderFulfillmentStatuses,
  ],
  [6, "purchaseOrderType.id", "Type", "numeric_options", typeOptions],
  [7, "totalCost", "Total cost", "number"],
  [8, "totalQuantity", "Total quantity", "number"],
  [9, "totalWeight", "Total weight", "number"],
  [10, "estimatedShippingCost", "Estimated shipping cost", "number"],
  [11, "estimatedDropshipFee", "Estimated dropship fee", "number"],
  [12, "shippingDistance", "Shipping distance", "number"],
  [13, "carrierCode", "Carrier code", "string"],
  [14, "methodCode", "Method code", "string"],
  [15, "suppressTracking", "Suppress tracking", "boolean"],
  [16, "fflInfoRequired", "Firearm license required", "boolean"],
  [17, "buyShippingLabel", "Buy shipping label", "boolean"],
  [18, "sentAt", "Sent at", "date"],
  [19, "generatedAt", "Generated at", "date"],
  [20, "holdUntil", "Hold until", "date"],
  [21, "tags", "Tags", "tags"],
  [22, "purchaseOrderAttributes", "Custom fields", "custom_fields"],
  [23, "attachmentLinks", "Attachments", "array"],
  [24, "custom_action", "Custom action", "custom_action"],
  ...addressFields(31, "shippingAddress", "Shipping"),
  ...addressFields(51, "billingAddress", "Billing"),
];

/** Fields of a line of a purchase order, spelled as in api 2.6. */
const purchaseOrderItemFields: readonly FieldRow[] = [
  [1, "sku", "SKU", "string"],
  [2, "title", "Title", "string"],
  [3, "quantity", "Quantity", "number"],
  [4, "cost", "Cost", "number"],
  [5, "weight", "Weight", "number"],
  [6, "upc", "UPC", "string"],
  [7, "mpn", "MPN", "string"],
  [8, "binLocation", "Bin location", "string"],
  [9, "itemReferenceId", "Item reference", "string"],
  [10, "referenceId", "Reference", "string"],
  [11, "lineItemNumber", "Line number", "number"],
  [12, "attributes", "Custom fields", "custom_fields"],
];

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
