import type { Rma, RmaItem } from "#contract/rmas.ts";
import type { RmaDraft, Typed } from "./decision.ts";
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

/** Changes many lines, each by itself: copying the whole draft for each of 2,048 lines would take seconds. */
export const changeLines = <L extends { readonly id: number }>(
  draft: RmaDraft,
  lines: readonly L[],
  change: (draft: RmaDraft, line: L) => RmaDraft,
): RmaDraft => {
  const next: Record<string, RmaDraft[string]> = { ...draft };
  for (const line of lines) {
    const { [line.id]: before } = next;
    const { [line.id]: after } = change(before ? { [line.id]: before } : {}, line);
    if (after) next[line.id] = after;
    else delete next[line.id];
  }
  return next;
};

/** Discards the typed texts of one line. */
export const resetLine = (draft: RmaDraft, id: number): RmaDraft => without(draft, String(id));

type TypedField = [LineField, Typed];

/** A draft of the record's lines, with the fields that `keep` returns of what was typed into each. */
const createDraft = (
  draft: RmaDraft,
  rma: Rma,
  keep: (item: RmaItem, typed: TypedField[]) => TypedField[],
): RmaDraft =>
  Object.fromEntries(
    rma.items.flatMap((item) => {
      const id = item.id ?? 0;
      const typed = Object.entries(draft[id] ?? {}).filter(([field]) => isField(field));
      const kept = keep(item, typed as TypedField[]);
      return kept.length === 0 ? [] : [[id, Object.fromEntries(kept)]];
    }),
  );

/**
 * Compares a draft with the current record: removes fields that have the saved value, and lines that no longer exist.
 */
export const settle = (draft: RmaDraft, rma: Rma): RmaDraft =>
  createDraft(draft, rma, (item, typed) =>
    typed.filter(([field, one]) => one.text !== formatField(item, field)),
  );

/** What was typed after a draft was sent, over the values of the answer. */
export const editsSince = (draft: RmaDraft, sent: RmaDraft, rma: Rma): RmaDraft =>
  createDraft(draft, rma, (item, typed) =>
    typed.flatMap(([field, one]): TypedField[] =>
      one.text === sent[item.id ?? 0]?.[field]?.text
        ? []
        : [[field, { ...one, was: formatField(item, field) }]],
    ),
  );
