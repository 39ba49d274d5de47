import { capital } from "#web/base/capital.ts";

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

/**
 * Converts a field name to words: `secondaryAcknowledgedAt` and `secondary_acknowledged_at` become "Secondary
 * acknowledged at".
 */
export const formatFieldName = (name: string): string => {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => capitals[word.toLowerCase()] ?? word.toLowerCase());
  return capital(words.join(" "));
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
