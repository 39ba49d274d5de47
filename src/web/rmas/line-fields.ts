import type { RmaItem, RmaItemUpdate } from "#contract/rmas.ts";

/** The fields of a line that can be changed (api 4.4), in the order of the screen. */
export const lineFields = [
  "quantity",
  "approvedQuantity",
  "deniedQuantity",
  "creditedAmount",
  "cost",
  "returnCondition",
  "returnReason",
  "note",
] as const satisfies readonly (keyof RmaItemUpdate)[];
export type LineField = (typeof lineFields)[number];

type Kind = "units" | "money" | "text";

/** The label, the type and the input of each field. */
export const fieldKinds = {
  quantity: { label: "Quantity", kind: "units" },
  approvedQuantity: { label: "Approved", kind: "units" },
  deniedQuantity: { label: "Denied", kind: "units" },
  creditedAmount: { label: "Credited amount", kind: "money" },
  cost: { label: "Cost", kind: "money" },
  returnCondition: { label: "Condition", kind: "text" },
  returnReason: { label: "Reason", kind: "text" },
  note: { label: "Note", kind: "text" },
} as const satisfies Record<LineField, { label: string; kind: Kind }>;

export const lineName = ({ id, title, sku }: RmaItem): string => title || sku || `Line ${id ?? ""}`;

/** An amount in whole cents; a missing one counts as 0. */
export const toCents = (amount: number | null | undefined): number =>
  Math.round((amount ?? 0) * 100);

/** The value of a typed text, or the reason why it is invalid. */
export type Reading = { value: string | number } | { problem: string };

const most = 1_000_000;

const readUnits = (text: string): Reading => {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text)) return { problem: "Enter a whole number, 0 or more" };
  return number <= most ? { value: number } : { problem: "A line can't have that many units" };
};

const readMoney = (text: string): Reading => {
  if (text === "") return { problem: "Enter 0 instead of clearing the amount" };
  return /^\d{1,12}(\.\d{1,2})?$/.test(text)
    ? { value: Number(text) }
    : { problem: "Enter an amount like 12.50, without commas" };
};

const readings: Record<Kind, (text: string) => Reading> = {
  units: (text) => readUnits(text.trim()),
  money: (text) => readMoney(text.trim()),
  text: (text) => ({ value: text }),
};

/** Reads a field's typed text. */
export const readField = (field: LineField, text: string): Reading =>
  readings[fieldKinds[field].kind](text);

/** The text of a field's saved value. Undecided units read 0; money has two decimals. */
export const formatField = (item: RmaItem, field: LineField): string => {
  const value = item[field];
  if (value === null || value === undefined) return fieldKinds[field].kind === "units" ? "0" : "";
  if (typeof value === "string") return value;
  return fieldKinds[field].kind === "money" && Number.isInteger(Math.round(value * 1e6) / 1e4)
    ? value.toFixed(2)
    : String(value);
};
