import type { Rma, RmaItem } from "#contract/rmas.ts";
import type { RmaDraft } from "./decision.ts";
import { type LineField, lineFields, formatField } from "./line-fields.ts";

const isField = (name: string): name is LineField => lineFields.some((field) => field === name);

const without = <T extends object>(record: T, key: string): T =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)) as T;

const withLine = (draft: RmaDraft, id: number, line: RmaDraft[string]): RmaDraft =>
  Object.keys(line).length === 0 ? without(draft, String(id)) : { ...draft, [id]: line };

/** Types a text into a field. Typing the saved value removes the field from the draft. */
export const typeField = (
  draft: RmaDraft,
  item: RmaItem,
  field: LineField,
  text: string,
): RmaDraft => {
  const id = item.id ?? 0;
  const line = draft[id] ?? {};
  const now = formatField(item, field);
  if (text === now) return withLine(draft, id, without(line, field));
  // Added at the end: the order of the fields shows which was typed last.
  const typed = { text, was: line[field]?.was ?? now };
  return withLine(draft, id, { ...without(line, field), [field]: typed });
};

/** Discards the typed texts of one line. */
export const resetLine = (draft: RmaDraft, id: number): RmaDraft => without(draft, String(id));

/**
 * Compares a draft with the current record: removes fields that have the saved value, and lines that no longer exist.
 */
export const settle = (draft: RmaDraft, rma: Rma): RmaDraft =>
  rma.items.reduce<RmaDraft>((now, item) => {
    const id = item.id ?? 0;
    const typed = draft[id] ?? {};
    const open = Object.entries(typed).filter(
      ([field, one]) => isField(field) && one?.text !== formatField(item, field),
    );
    return withLine(now, id, Object.fromEntries(open));
  }, {});

/** What was typed after a draft was sent, over the values of the answer. */
export const editsSince = (draft: RmaDraft, sent: RmaDraft, rma: Rma): RmaDraft =>
  rma.items.reduce<RmaDraft>((now, item) => {
    const id = item.id ?? 0;
    const later = Object.entries(draft[id] ?? {}).filter(
      ([field, one]) => isField(field) && one?.text !== sent[id]?.[field]?.text,
    );
    const based = later.map(([field, one]) => [
      field,
      { ...one, was: formatField(item, field as LineField) },
    ]);
    return withLine(now, id, Object.fromEntries(based));
  }, {});
