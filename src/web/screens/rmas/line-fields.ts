import type { RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import { amountHint, costInCents, readAmount, toCents, writeAmount } from "#web/base/amount.ts";
import { formatMoney } from "#web/base/format.ts";

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

/** The cost of the approved units, in cents. */
export const calculateCost = ({ approvedQuantity, cost }: RmaItem): number =>
  costInCents(cost, approvedQuantity ?? 0);

/** What is unusual about a line's credit, though it can be saved; undefined if nothing is. */
export const whyUnusualCredit = (item: RmaItem): string | undefined => {
  const [credit, cost] = [toCents(item.creditedAmount), calculateCost(item)];
  if (credit < 0) return "The credit is below zero";
  if (credit > 0 && (item.approvedQuantity ?? 0) === 0) return "Credit without an approved unit";
  return cost > 0 && credit > cost
    ? `More than the approved units cost (${formatMoney(cost / 100)})`
    : undefined;
};

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
  const value = readAmount(text);
  return value === undefined ? { problem: amountHint } : { value };
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
  return fieldKinds[field].kind === "money" ? writeAmount(value) : String(value);
};
