import { maxNesting } from "#contract/limits.ts";
import { ResellerProductParent } from "#contract/products.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { isRecord } from "#rules/read-value.ts";
import {
  type SampleKind,
  type SampleRecord,
  sampleOfOrder,
  sampleOfProduct,
} from "./sample-record.ts";

/** The records in pasted text, or the reason why it has none, in words. */
export type PastedRecords =
  | { readonly samples: readonly SampleRecord[]; readonly why?: undefined }
  | { readonly samples?: undefined; readonly why: string };

/** More records than this should be read from the API. Above 10,000, they are only run in a worker. */
const maxPasted = 20_000;

/** A longer text would block the browser for too long. */
const maxCharacters = 20_000_000;

const isTooDeep = (json: unknown): boolean => {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxNesting) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
};

const parse = (text: string): { json: unknown } | { why: string } => {
  if (text.trim() === "") return { why: "Paste a record first" };
  if (text.length > maxCharacters) return { why: "This is too long for a test" };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { why: `This isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

/** The fields that identify each kind of record. */
const signs = {
  product: ["sku", "title", "variants"],
  purchase_order: ["purchaseOrderNumber", "purchaseOrderItems", "purchaseOrderStatus"],
} as const satisfies Record<SampleKind, readonly string[]>;

const readers: Readonly<Record<SampleKind, (json: unknown, at: number) => SampleRecord>> = {
  product: (json, at) => sampleOfProduct(readAnswer(ResellerProductParent, json).value, at),
  purchase_order: (json, at) => sampleOfOrder(readAnswer(PurchaseOrder, json).value, at),
};

const own = (json: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(json, name);

const textIn = (data: unknown, names: readonly string[]): string | undefined => {
  const first: unknown = Array.isArray(data) ? data[0] : data;
  const name = names.find((one) => isRecord(first) && typeof first[one] === "string");
  return isRecord(first) && name !== undefined ? String(first[name]) : undefined;
};

/** Objects by their handles, in the format of the run operation (neighbours). */
const sampleOfObjects = (json: Readonly<Record<string, unknown>>, at: number): SampleRecord => {
  const objects = json["objects"] as Readonly<Record<string, unknown>>;
  const found = Object.values(objects).map((data) =>
    textIn(data, ["sku", "purchaseOrderNumber", "title"]),
  );
  const name = found.find((text) => text !== undefined) ?? `Record ${at + 1}`;
  return {
    key: `pasted ${at}`,
    name,
    detail: Object.keys(objects).join(", "),
    terms: name.toLowerCase(),
    record: { objects, ...(own(json, "value") ? { value: json["value"] } : {}) },
  };
};

const readOne = (json: unknown, at: number, kind: SampleKind): SampleRecord | undefined => {
  if (!isRecord(json)) return undefined;
  if (own(json, "objects") && isRecord(json["objects"])) return sampleOfObjects(json, at);
  const fits = signs[kind].some((name) => own(json, name));
  return fits ? { ...readers[kind](json, at), key: `pasted ${at}` } : undefined;
};

/** The result of `read`; undefined where a record is too incomplete to be read. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const expected = {
  product: "a product has at least sku, title or variants",
  purchase_order:
    "an order has at least purchaseOrderNumber, purchaseOrderItems or purchaseOrderStatus",
} as const satisfies Record<SampleKind, string>;

/** Reads one record, or a list of them, from a text. Never throws; returns what is wrong in words. */
export const readPastedRecords = (text: string, kind: SampleKind): PastedRecords => {
  const parsed = parse(text);
  if ("why" in parsed) return parsed;
  const list = Array.isArray(parsed.json) ? parsed.json : [parsed.json];
  if (list.length === 0) return { why: "This list is empty" };
  if (list.length > maxPasted)
    return { why: `This has ${list.length} records. Paste at most ${maxPasted}.` };
  if (isTooDeep(parsed.json)) return { why: "This is nested too deeply" };
  const samples = list.map((json, at) => attempt(() => readOne(json, at, kind)));
  const wrong = samples.indexOf(undefined);
  if (wrong >= 0) {
    const which = list.length === 1 ? "This" : `Entry ${wrong + 1}`;
    return { why: `${which} isn't a record that this rule can run on: ${expected[kind]}` };
  }
  const read = samples.filter((sample) => sample !== undefined);
  const given = read.filter(({ record }) => record.value !== undefined).length;
  return given === 0 || given === read.length
    ? { samples: read }
    : {
        why: `${given} of ${read.length} records have a “value”, the others don't. Test them separately.`,
      };
};
