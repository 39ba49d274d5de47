import { createHash } from "node:crypto";
import { codeDigits, foldWords, toFoldedWords } from "#catalog/fold-words.ts";
import type { SearchedField, SearchedKind } from "#contract/record-search.ts";
import { readTime } from "#contract/read-time.ts";

/* What is searched in a record. It is the API's and may be anything, so nothing is assumed of its values. */

export type Loose = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const toRecord = (value: unknown): Loose => (isRecord(value) ? value : {});

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toRecords = (value: unknown): readonly Loose[] => toList(value).filter(isRecord);

export const toText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** A value of a record that can be searched. */
export interface Entry {
  readonly field: SearchedField;
  readonly value: string;
}

const entriesOf = (field: SearchedField, ...values: readonly unknown[]): Entry[] =>
  values.flatMap((value) => {
    const text = toText(value);
    return text === "" ? [] : [{ field, value: text }];
  });

const readAddress = (address: unknown): Entry[] => {
  const { name, firstName, lastName, companyName, email, phone } = toRecord(address);
  const whole = toText(name) || `${toText(firstName)} ${toText(lastName)}`;
  return [
    ...entriesOf("customer", whole, companyName),
    ...entriesOf("email", email),
    ...entriesOf("phone", phone),
  ];
};

const readLine = (line: Loose): Entry[] => [
  ...entriesOf("sku", line["sku"]),
  ...entriesOf("title", line["title"]),
  ...entriesOf("code", line["upc"], line["mpn"]),
  ...entriesOf("number", line["itemReferenceId"], line["referenceId"]),
];

const readOrder = (order: Loose): Entry[] => [
  ...entriesOf("number", order["purchaseOrderNumber"], order["id"], order["orderId"]),
  ...readAddress(order["shippingAddress"]),
  ...readAddress(order["billingAddress"]),
  ...readAddress(order["orderFFL"]),
  ...toRecords(order["shipments"]).flatMap((one) => entriesOf("tracking", one["trackingNumber"])),
  ...toRecords(order["purchaseOrderItems"]).flatMap(readLine),
  ...entriesOf("tag", ...toList(order["tags"])),
  ...entriesOf("number", order["confirmationNumber"], order["externalAccountingId"]),
  ...toRecords(order["invoices"]).flatMap((one) => entriesOf("number", one["invoiceNumber"])),
  ...toRecords(order["purchaseOrderAttributes"]).flatMap((one) =>
    entriesOf("attribute", one["value"]),
  ),
];

const readRma = (rma: Loose): Entry[] => [
  ...entriesOf("number", rma["rmaNumber"], rma["id"], rma["returnId"]),
  ...toRecords(rma["rmaShipments"]).flatMap((one) => [
    ...readAddress(one["shippingAddress"]),
    ...entriesOf("tracking", toRecord(one["shipment"])["trackingNumber"]),
  ]),
  ...toRecords(rma["items"]).flatMap(readLine),
];

const readReturn = (one: Loose): Entry[] => [
  ...entriesOf("number", one["returnNumber"], one["id"], one["orderId"]),
  ...toRecords(one["items"]).flatMap(readLine),
  ...toRecords(one["rmas"]).flatMap(readRma),
];

interface KindOfRecord {
  readonly name: string;
  /** Of its numbers, also where the API leaves it out. */
  readonly prefix: string;
  readonly changed: readonly string[];
  readonly created: readonly string[];
  readonly status: (record: Loose) => unknown;
  readonly entries: (record: Loose) => Entry[];
}

const kinds: Readonly<Record<SearchedKind, KindOfRecord>> = {
  "purchase-orders": {
    name: "purchaseOrderNumber",
    prefix: "PO",
    changed: ["lastModifiedAt"],
    created: ["generatedAt", "sentAt"],
    status: (order) => {
      const { name, handle } = toRecord(order["purchaseOrderStatus"]);
      return name ?? handle;
    },
    entries: readOrder,
  },
  rmas: {
    name: "rmaNumber",
    prefix: "RMA",
    changed: ["updatedAt"],
    created: ["createdAt"],
    status: (rma) => rma["rmaStatus"],
    entries: readRma,
  },
  returns: {
    name: "returnNumber",
    prefix: "RTN",
    changed: ["updatedAt"],
    created: ["insertedAt"],
    status: (one) => one["status"],
    entries: readReturn,
  },
};

const firstText = (record: Loose, names: readonly string[]): string =>
  names.map((name) => toText(record[name])).find((text) => text !== "") ?? "";

/** What a hit shows of a record, besides what matched. */
export const describeRecord = (kind: SearchedKind, record: unknown) => {
  const { name, created, status } = kinds[kind];
  const held = toRecord(record);
  return {
    name: firstText(held, [name]),
    status: toText(status(held)) || null,
    date: firstText(held, created) || null,
  };
};

export const readId = (record: unknown, name: string): string | undefined => {
  const id = toText(toRecord(record)[name]);
  return /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n ? id : undefined;
};

/** A record's ID in digits, if it has one that fits into 63 bits. */
export const idOf = (record: unknown): string | undefined => readId(record, "id");

/** What the returns of a purchase order name as their order. */
export const orderIdOf = (record: unknown): string | undefined => readId(record, "orderId");

/** The order of a purchase order or a return, by its order ID, or the return of an RMA. */
export const parentIdOf = (kind: SearchedKind, record: unknown): string | undefined =>
  readId(record, kind === "rmas" ? "returnId" : "orderId");

/** When a record was last changed, in milliseconds since 1970; undefined if it does not say. */
export const changedAtOf = (kind: SearchedKind, record: unknown): number | undefined => {
  const { changed, created } = kinds[kind];
  const time = readTime(firstText(toRecord(record), [...changed, ...created]));
  return Number.isNaN(time) ? undefined : time;
};

/** All searchable values of a record, those that tell most first. */
const readEntries = (kind: SearchedKind, record: unknown): Entry[] =>
  kinds[kind].entries(toRecord(record));

/** Of a redacted order, these texts may name the customer too. */
const alsoRedacted = ["orderFFL", "note", "purchaseOrderAttributes"];

/** The record without the content of the addresses that the API marks as redacted. */
export const wipeRedacted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wipeRedacted);
  if (!isRecord(value)) return value;
  if (value["redacted"] === true) return { id: value["id"], redacted: true };
  const wiped: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) wiped[name] = wipeRedacted(one);
  const isOfRedacted = ["shippingAddress", "billingAddress"].some(
    (name) => toRecord(value[name])["redacted"] === true,
  );
  if (isOfRedacted) for (const name of alsoRedacted) delete wiped[name];
  return wiped;
};

/** Longer words are searched by their beginning. */
const longestWord = 60;

/** One record with thousands of lines must not fill the index. */
const mostWords = 2_000;

const partEnd = /[^\p{L}\p{N}\p{M}]+/gu;

/** One Latin letter or digit says nothing, one ideograph may be a name. */
const isSearchable = (word: string): boolean => word.length > 1 || word > "\x7f";

/** A word and what follows each of its marks: "AB-12/X" is found by "AB-1", by "12/X" and by "X". */
const withRests = (word: string): string[] => {
  const rests = [...word.matchAll(partEnd)].map(({ 0: mark, index }) =>
    word.slice(index + mark.length),
  );
  return [word, ...rests].filter((rest) => /[\p{L}\p{N}]/u.test(rest));
};

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** A phone number from its start, without the country, and without the area. */
const phoneWords = (text: string): string[] => {
  const digits = digitsOf(text);
  return digits.length < 5 ? [] : [digits, digits.slice(-10), digits.slice(-7)];
};

/** The prefix of a kind's numbers: every record has it, so it is not indexed. */
const isPrefix = (word: string): boolean => /^(?:PO|FO|FR|TO|SPO|RMA|RTN)$/.test(word);

const wordsOf = ({ field, value }: Entry): string[] => {
  const folded = toFoldedWords(value);
  if (field === "phone") return phoneWords(value);
  // The last part of an address is the same in most.
  if (field === "email") return folded.flatMap((word) => [word, ...withRests(word).slice(0, -1)]);
  if (field === "tracking") return [foldWords(value).replace(/\s/g, ""), ...folded];
  const codes = field === "code" || field === "sku" ? [codeDigits(value) ?? ""] : [];
  return [...folded.flatMap(withRests), ...codes];
};

/** PostgreSQL stores neither. */
const unstorable = /[\0\p{Surrogate}]/u;

/** The distinct words by which a value is found. */
const entryWords = (entry: Entry): string[] => [
  ...new Set(
    wordsOf(entry)
      .map((word) => word.slice(0, longestWord))
      .filter((word) => isSearchable(word) && !isPrefix(word) && !unstorable.test(word)),
  ),
];

/** Folded text that is only compared, without what PostgreSQL can't store. */
export const foldFeature = (value: unknown): string =>
  foldWords(
    toText(value)
      .slice(0, longestFeature)
      .replace(/[\0\p{Surrogate}]/gu, " "),
  )
    .trim()
    .replace(/\s+/g, " ")
    .slice(0, longestFeature);

/** Longer texts are compared by their beginning. */
const longestFeature = 200;

/** How a customer is recognized: by e-mail, else by name and address. */
export interface CustomerKey {
  readonly by: "email" | "name-and-address";
  readonly word: string;
}

/**
 * The customer of an address, as a word of the records. It is a hash, so that neither is stored twice, and no typed text
 * begins with its mark.
 */
export const customerKeyOf = (address: unknown): CustomerKey | undefined => {
  const { name, firstName, lastName, email, addressLine1, postal } = toRecord(address);
  const toKey = (by: CustomerKey["by"], ...parts: readonly string[]): CustomerKey => {
    const hash = createHash("sha256").update([by, ...parts].join("\n"));
    return { by, word: `=${hash.digest("base64url").slice(0, 22)}` };
  };
  const mail = foldFeature(email);
  if (mail !== "") return toKey("email", mail);
  const parts = [
    foldFeature(name) || foldFeature(`${toText(firstName)} ${toText(lastName)}`),
    foldFeature(addressLine1),
    foldFeature(postal),
  ];
  return parts.slice(0, 2).includes("") ? undefined : toKey("name-and-address", ...parts);
};

const customerWords = (kind: SearchedKind, record: unknown): string[] =>
  kind === "purchase-orders"
    ? ["shippingAddress", "billingAddress"].flatMap(
        (name) => customerKeyOf(toRecord(record)[name])?.word ?? [],
      )
    : [];

/** All words by which a record is found. */
export const readWords = (kind: SearchedKind, record: unknown): string[] => {
  const { name, prefix } = kinds[kind];
  const number = toText(toRecord(record)[name]);
  const prefixed = /^\d{1,40}$/.test(number) ? [`${prefix}-${number}`] : [];
  const words = [
    ...prefixed,
    ...customerWords(kind, record),
    ...readEntries(kind, record).flatMap(entryWords),
  ];
  return [...new Set(words)].slice(0, mostWords);
};

/** One word of a typed text: in any of these spellings, each of them a whole word or its beginning. */
export type TypedWord = readonly string[];

/** Beyond these, a text is no search but something pasted. */
const mostTyped = 8;

const numberLike = /^[+(]?\d[\d\s().+/-]*$/;

const spellings = (word: string): TypedWord => {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").slice(0, longestWord);
  const digits = numberLike.test(word) ? digitsOf(word) : "";
  const others = digits.length >= 7 ? [digits, codeDigits(word) ?? ""] : [];
  return [...new Set([bare, ...others])].filter(isSearchable);
};

/** The words of a typed text. A number that is typed in groups is one word. */
export const readTyped = (text: string): TypedWord[] => {
  const clean = text.replace(/[\0\p{Surrogate}]/gu, " ").trim();
  const words =
    numberLike.test(clean) && digitsOf(clean).length >= 7
      ? [clean.replace(/\s+/g, "")]
      : toFoldedWords(clean);
  return words
    .slice(0, mostTyped)
    .map(spellings)
    .filter((word) => word.length > 0);
};

/** The value that matches most of the typed words; of several, the first. */
export const findMatched = (
  kind: SearchedKind,
  record: unknown,
  typed: readonly TypedWord[],
): Entry | undefined => {
  let best: Entry | undefined;
  let most = 0;
  for (const entry of readEntries(kind, record)) {
    const words = entryWords(entry);
    const matches = typed.filter((spelled) =>
      spelled.some((one) => words.some((word) => word.startsWith(one))),
    ).length;
    if (matches > most) [best, most] = [entry, matches];
    if (most === typed.length) break;
  }
  return best;
};
