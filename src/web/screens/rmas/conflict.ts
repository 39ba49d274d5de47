import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import type { Choices } from "#web/editing/editing.ts";
import type { RmaDraft } from "./decision.ts";
import { fieldKinds, type LineField, lineFields, lineName, formatField } from "./decision.ts";

/** One value of the record that changed meanwhile. */
export interface Difference {
  /** The line and, if it can be edited, its field. */
  id: number | undefined;
  field: LineField | undefined;
  /** The place in words. */
  place: string;
  was: string;
  now: string;
  /** The unsaved value typed here; if there is one, the user must choose. */
  mine: string | undefined;
}

const formatValue = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "–" : String(value);

const comparedFields = {
  receivedQuantity: "Received",
  voidedQuantity: "Voided",
  sku: "SKU",
  title: "Title",
} as const;
const comparedRmaFields = {
  rmaStatus: "Status",
  creditAdjustment: "Credit adjustment",
  shipmentReceivedStatus: "Goods",
} as const;

const createDifference = (place: string, was: string, now: string): Difference => ({
  id: undefined,
  field: undefined,
  place,
  was,
  now,
  mine: undefined,
});

/** The differences in values that no draft can change. */
const compareFields = <R extends object>(
  labels: Readonly<Partial<Record<keyof R, string>>>,
  before: R,
  now: R,
  prefix = "",
): Difference[] =>
  (Object.entries(labels) as [keyof R, string][]).flatMap(([field, label]) => {
    const [was, is] = [formatValue(before[field]), formatValue(now[field])];
    return was === is ? [] : [createDifference(prefix + label, was, is)];
  });

const compareLines = (before: RmaItem | undefined, now: RmaItem, draft: RmaDraft): Difference[] => {
  const id = now.id ?? 0;
  const prefix = `${lineName(now)}: `;
  const changeable = lineFields.flatMap((field): Difference[] => {
    const typed = draft[id]?.[field];
    // The value at the time of typing counts; the record may have been read again since.
    const was = typed?.was ?? formatField(before ?? now, field);
    const text = formatField(now, field);
    if (was === text || typed?.text === text) return [];
    const place = prefix + fieldKinds[field].label;
    return [{ id, field, place, was, now: text, mine: typed?.text }];
  });
  return [...changeable, ...(before ? compareFields(comparedFields, before, now, prefix) : [])];
};

/** All differences between the RMA on the screen and the current one, with the typed values. */
export const listDifferences = (before: Rma, now: Rma, draft: RmaDraft): Difference[] => {
  const old = new Map(before.items.map((item) => [item.id, item]));
  const ids = new Set(now.items.map((item) => item.id));
  return [
    ...compareFields(comparedRmaFields, before, now),
    ...now.items.flatMap((item) => [
      ...(old.has(item.id) ? [] : [createDifference(lineName(item), "–", "New line")]),
      ...compareLines(old.get(item.id), item, draft),
    ]),
    ...before.items
      .filter(({ id }) => !ids.has(id))
      .map((item) => createDifference(lineName(item), "Line", "Removed")),
  ];
};

/** The key under which a choice is stored; the places are unique. */
export const getKey = ({ id, field, place }: Difference): string =>
  field ? `${id}.${field}` : place;

/** The differences with the values as they are typed now: lines can be edited until the person has selected versions. */
export const followDraft = (differences: readonly Difference[], draft: RmaDraft): Difference[] =>
  differences.map((one) => {
    if (one.id === undefined || one.field === undefined) return one;
    const text = draft[one.id]?.[one.field]?.text;
    return { ...one, mine: text === one.now ? undefined : text };
  });

export const listConflicts = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ mine }) => mine !== undefined);

/** The draft after the choices: "theirs" removes a field, "mine" counts as typed over the current value. */
export const applyChoices = (
  draft: RmaDraft,
  differences: readonly Difference[],
  choices: Choices,
): RmaDraft => {
  const next: Record<string, Partial<RmaDraft[string]>> = { ...draft };
  for (const difference of listConflicts(differences)) {
    const { id, field, mine, now } = difference;
    if (id === undefined || field === undefined || mine === undefined) continue;
    const { [field]: _, ...others } = next[id] ?? {};
    next[id] =
      choices[getKey(difference)] === "mine"
        ? { ...others, [field]: { text: mine, was: now } }
        : others;
  }
  return Object.fromEntries(
    Object.entries(next).filter(([, line]) => Object.keys(line).length > 0),
  );
};

/** How much of a save whose response was lost is in the current record. */
export const findSavedPart = (
  sent: readonly RmaItemUpdate[],
  now: Rma,
): "all" | "none" | "some" => {
  const items = new Map(now.items.map((item) => [item.id, item]));
  const fields = sent.flatMap(({ id, ...changes }) =>
    Object.entries(changes).map(
      ([field, value]) => (items.get(id)?.[field as LineField] ?? "") === (value ?? ""),
    ),
  );
  if (fields.every(Boolean)) return "all";
  return fields.some(Boolean) ? "some" : "none";
};
