import { capital } from "#web/base/format.ts";

/** Words with a fixed spelling in field names. */
const capitals: Readonly<Record<string, string>> = {
  id: "ID",
  ids: "IDs",
  sku: "SKU",
  upc: "UPC",
  ean: "EAN",
  asin: "ASIN",
  mpn: "MPN",
  msrp: "MSRP",
  map: "MAP",
  url: "URL",
  ffl: "FFL",
  rma: "RMA",
  fr: "FR",
  md5: "MD5",
};

const wordsOf = (name: string): string =>
  name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => capitals[word.toLowerCase()] ?? word.toLowerCase())
    .join(" ");

/**
 * Converts a field name to words: `secondaryAcknowledgedAt` and `secondary_acknowledged_at` become "Secondary
 * acknowledged at".
 */
export const formatFieldName = (name: string): string => capital(wordsOf(name));

/**
 * The place of a problem in a request, in words: `0.approvedQuantity` is "Item 1, approved quantity". Positions in the API
 * count from 0.
 */
export const describePath = (path: string): string => {
  // The console names some places itself: Row 12 “ABC”.
  if (!/^[\p{L}\d_.-]*$/u.test(path)) return path;
  const steps = path.split(".").filter(Boolean);
  return capital(
    steps
      .map((step) => (/^\d+$/.test(step) ? `item ${Number(step) + 1}` : wordsOf(step)))
      .join(", "),
  );
};

/** The display format of a field's value. */
export type FieldFormat = "flag" | "moment" | "money" | "link" | "number" | "code" | "text";

const faces: readonly [RegExp, FieldFormat][] = [
  [/(?:At|_at|Date|Until)$/, "moment"],
  [/(?:url|link)$/i, "link"],
  [/(?:cost|fee|amount|subtotal|commission|price|msrp|^map)$/i, "money"],
  [/(?:id|number|code|handle|sku|upc|ean|asin|mpn|checksum|hash)$/i, "code"],
];

/** Selects the display format of a field by its value and its name; the API's names are regular enough for that. */
export const selectFieldFormat = (name: string, value: unknown): FieldFormat => {
  if (typeof value === "boolean") return "flag";
  const [, face] = faces.find(([pattern]) => pattern.test(name)) ?? [];
  if (face === "money") return typeof value === "number" ? "money" : "text";
  if (face !== undefined) return face;
  return typeof value === "number" ? "number" : "text";
};
