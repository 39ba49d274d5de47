import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import type { Choices } from "#web/ui/field-draft.ts";
import type { RmaDraft } from "./decision.ts";
import { fieldKinds, type LineField, lineFields, lineName, textOf } from "./line-fields.ts";

/** One place where the record is no longer as it was. */
export interface Difference {
  /** The line, and its field where a person can change it. */
  id: number | undefined;
  field: LineField | undefined;
  /** Where it is, in words. */
  place: string;
  was: string;
  now: string;
  /** What is typed here and not sent: then somebody must choose. */
  mine: string | undefined;
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "–" : String(value);

const watched = {
  receivedQuantity: "Received",
  voidedQuantity: "Voided",
  sku: "SKU",
  title: "Title",
} as const;
const watchedOnRma = {
  rmaStatus: "Status",
  creditAdjustment: "Credit adjustment",
  shipmentReceivedStatus: "Goods",
} as const;

const lineDifferences = (
  before: RmaItem | undefined,
  now: RmaItem,
  draft: RmaDraft,
): Difference[] => {
  const id = now.id ?? 0;
  const name = lineName(now);
  const typed = draft[id] ?? {};
  const changeable = lineFields.flatMap((field): Difference[] => {
    // What stood there when it was typed counts; the record may have been read again since.
    const was = typed[field]?.was ?? (before ? textOf(before, field) : textOf(now, field));
    const text = textOf(now, field);
    if (was === text || typed[field]?.text === text) return [];
    return [
      {
        id,
        field,
        place: `${name}: ${fieldKinds[field].label}`,
        was,
        now: text,
        mine: typed[field]?.text,
      },
    ];
  });
  const others = Object.entries(watched).flatMap(([field, label]): Difference[] => {
    const [was, is] = [
      shown(before?.[field as keyof typeof watched]),
      shown(now[field as keyof typeof watched]),
    ];
    return before === undefined || was === is
      ? []
      : [{ id, field: undefined, place: `${name}: ${label}`, was, now: is, mine: undefined }];
  });
  return [...changeable, ...others];
};

const whole = (place: string, was: string, now: string): Difference => ({
  id: undefined,
  field: undefined,
  place,
  was,
  now,
  mine: undefined,
});

/** Everything in which an RMA differs from the one that the screen showed, with what is typed there. */
export const differencesOf = (before: Rma, now: Rma, draft: RmaDraft): Difference[] => {
  const old = new Map(before.items.map((item) => [item.id, item]));
  const ids = new Set(now.items.map((item) => item.id));
  return [
    ...Object.entries(watchedOnRma).flatMap(([field, label]) => {
      const [was, is] = [
        shown(before[field as keyof typeof watchedOnRma]),
        shown(now[field as keyof typeof watchedOnRma]),
      ];
      return was === is ? [] : [whole(label, was, is)];
    }),
    ...now.items.flatMap((item) => [
      ...(old.has(item.id) ? [] : [whole(lineName(item), "–", "New line")]),
      ...lineDifferences(old.get(item.id), item, draft),
    ]),
    ...before.items
      .filter(({ id }) => !ids.has(id))
      .map((item) => whole(lineName(item), "Line", "Removed")),
  ];
};

/** The name under which a difference is chosen: each is in a place of its own. */
export const keyOf = ({ id, field, place }: Difference): string =>
  field ? `${id}.${field}` : place;

/** The differences that need a choice. */
export const contested = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ mine }) => mine !== undefined);

/** The draft as the person chose: what stays theirs leaves it, what stays mine counts as typed over what is there now. */
export const chosen = (
  draft: RmaDraft,
  differences: readonly Difference[],
  choices: Choices,
): RmaDraft => {
  const next: Record<string, Partial<RmaDraft[string]>> = { ...draft };
  for (const difference of contested(differences)) {
    const { id, field, mine, now } = difference;
    if (id === undefined || field === undefined || mine === undefined) continue;
    const { [field]: _, ...others } = next[id] ?? {};
    next[id] =
      choices[keyOf(difference)] === "mine"
        ? { ...others, [field]: { text: mine, was: now } }
        : others;
  }
  return Object.fromEntries(
    Object.entries(next).filter(([, line]) => Object.keys(line).length > 0),
  );
};

/** How much of what was sent is in the record now, after an answer that never came. */
export const landed = (sent: readonly RmaItemUpdate[], now: Rma): "all" | "none" | "some" => {
  const items = new Map(now.items.map((item) => [item.id, item]));
  const fields = sent.flatMap(({ id, ...changes }) =>
    Object.entries(changes).map(
      ([field, value]) => (items.get(id)?.[field as LineField] ?? "") === (value ?? ""),
    ),
  );
  if (fields.every(Boolean)) return "all";
  return fields.some(Boolean) ? "some" : "none";
};
