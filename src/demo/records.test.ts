import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Channel, Source } from "#contract/account.ts";
import { ResellerProductParent } from "#contract/products.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ReturnModel } from "#contract/returns.ts";
import { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import { demoImage } from "./demo-image.ts";
import { startOfDay } from "./values.ts";
import { createWorkspace } from "./workspace.ts";

/** The part of zod's description of a schema that is used here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly getter?: () => z.ZodMiniType;
}

const readDefinition = (schema: z.ZodMiniType): Definition =>
  schema._zod.def as unknown as Definition;

const inside = (definition: Definition): z.ZodMiniType | undefined =>
  definition.innerType ?? definition.in ?? definition.getter?.();

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An open enumeration is the known values or any string: a known value uses no tolerance. */
const unknownChoice = ({ options = [] }: Definition, value: unknown, path: string): string[] => {
  const known = options.flatMap((option) => Object.values(readDefinition(option).entries ?? {}));
  return known.length === 0 || known.includes(String(value))
    ? []
    : [`${path}: ${String(value)} is not listed`];
};

const inRecord = ({ shape = {} }: Definition, value: unknown, path: string): string[] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, content]) => {
    const field = shape[name];
    return field === undefined
      ? [`${path}.${name} is not in the contract`]
      : toleranceUsed(field, content, `${path}.${name}`);
  });

const inList = ({ element }: Definition, value: unknown, path: string): string[] =>
  element === undefined || !Array.isArray(value)
    ? []
    : value.flatMap((item: unknown, index) => toleranceUsed(element, item, `${path}[${index}]`));

const walks: Readonly<
  Record<string, (definition: Definition, value: unknown, path: string) => string[]>
> = {
  object: inRecord,
  array: inList,
  union: unknownChoice,
};

/**
 * The places where a record is only accepted because parsing is tolerant: fields that the contract lacks and values
 * that no set lists.
 */
const toleranceUsed = (schema: z.ZodMiniType, value: unknown, path = ""): string[] => {
  if (value === null || value === undefined) return [];
  const definition = readDefinition(schema);
  const walk = walks[definition.type];
  if (walk !== undefined) return walk(definition, value, path);
  const inner = inside(definition);
  return inner === undefined ? [] : toleranceUsed(inner, value, path);
};

const workspace = createWorkspace({ parents: 2_000 }, startOfDay(new Date("2026-11-21T08:00:00Z")));
const products = [...workspace.products()];
const orders = [...workspace.purchaseOrders()];
const returns = [...workspace.returns()];
const webhooks = workspace.webhooks();

const all: [string, z.ZodMiniType, readonly unknown[]][] = [
  ["sources", Source, workspace.sources],
  ["channels", Channel, workspace.channels],
  ["product parents", ResellerProductParent, products],
  ["purchase orders", PurchaseOrder, orders],
  ["returns with their RMAs", ReturnModel, returns],
  ["webhooks", WebhookConfiguration, webhooks.map(({ configuration }) => configuration)],
  ["deliveries", WebhookEventLog, webhooks.flatMap(({ deliveries }) => deliveries)],
];

test.each(all)("%s are parsed without any tolerance", (_, schema, records) => {
  expect(records.length).toBeGreaterThan(5);
  expect(records.flatMap((record) => toleranceUsed(schema, record))).toEqual([]);
  for (const record of records) expect(z.parse(schema, record)).toEqual(record);
});

test("a webhook reports the import of an order once", () => {
  const imports = webhooks.flatMap(({ configuration, deliveries }) =>
    deliveries
      .filter(({ eventType }) => eventType === "OrderImportedEvent")
      .map(({ eventKey }) => `${configuration.id} ${eventKey}`),
  );
  expect(imports.length).toBeGreaterThan(100);
  expect(new Set(imports).size).toBe(imports.length);
});

test("tolerance is detected where it is used", () => {
  const order = { purchaseOrderStatus: { handle: "lost" }, shipments: [{ parcels: 1 }] };
  expect(toleranceUsed(PurchaseOrder, order)).toEqual([
    ".purchaseOrderStatus.handle: lost is not listed",
    ".shipments[0].parcels is not in the contract",
  ]);
});

test("every field of the API's records is filled in some record", () => {
  const unseen = (schema: { shape: object }, records: readonly object[]) =>
    Object.keys(schema.shape).filter((field) =>
      records.every((record) => {
        const value = (record as Record<string, unknown>)[field] ?? null;
        return value === null || (Array.isArray(value) && value.length === 0);
      }),
    );
  expect(unseen(ResellerProductParent, products)).toEqual([]);
  expect(unseen(PurchaseOrder, orders)).toEqual([]);
  expect(unseen(ReturnModel, returns)).toEqual([]);
});

const addresses = (value: unknown): string[] => {
  if (typeof value === "string") return value.startsWith("demo-image:/") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(addresses) : [];
};

test("every image and document in a record can be drawn", () => {
  const named = [...new Set(addresses([products, orders, returns]))];
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter((address) => demoImage(address) === undefined)).toEqual([]);
});

/** Phrases that are typical of product generators. */
const stockPhrases =
  /handcrafted|handmade|sleek|gorgeous|ergonomic (plastic|metal)|unbranded|refined|incredible|lorem|ipsum|designed with/i;

test("product texts contain no generator's phrases", () => {
  const texts = products.flatMap((parent) => [parent.title ?? "", parent.description ?? ""]);
  expect(texts.filter((text) => stockPhrases.test(text))).toEqual([]);
  expect(texts.filter((text) => /[{}]|undefined|NaN/.test(text))).toEqual([]);
});

test("descriptions are complete HTML, with an escaped ampersand", () => {
  const html = products
    .flatMap((parent) => parent.description ?? [])
    .filter((text) => text.startsWith("<p>"));
  expect(html.length / products.length).toBeGreaterThan(0.8);
  for (const text of html) {
    for (const tag of ["p", "ul", "li", "table", "tbody", "tr", "th", "td"]) {
      const opened = text.split(`<${tag}>`).length;
      expect(opened, tag).toBe(text.split(`</${tag}>`).length);
      expect(opened, tag).toBeGreaterThan(1);
    }
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/);
  }
});
