import { useMemo } from "react";
import {
  type MappingSetItem,
  type MappingSetItemSave,
  mappingSetOperations,
} from "#contract/mapping-sets.ts";
import {
  cacheMappingSetItems,
  mappingSetItems,
  readMappingSetItems,
  sendMappingSetItems,
} from "#web/api/mapping-sets.ts";
import { invalidate } from "#web/api/query-client.ts";
import { withoutRepeats } from "#web/api/whole-list.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import { useWhyForbidden, whyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import {
  type Choices,
  type EditingPlan,
  isWaiting,
  type Phase,
} from "#web/editing/editing-plan.ts";
import { useEditing } from "#web/editing/use-editing.ts";
import { notify } from "#web/kit/notify.ts";
import {
  editCount,
  filterRows,
  findRepeats,
  getValues,
  isBlank,
  type ItemEdits,
  listRows,
  noEdits,
  takeBatch,
} from "./item-edits.ts";
import { diffEdits, mergeEdits, rebaseEdits } from "./item-merge.ts";
import { estimateSize, findOverflow } from "./set-size.tsx";

interface ItemsRequest {
  readonly items: MappingSetItemSave[];
  /** The keys of their rows, in the same order. */
  readonly keys: readonly string[];
  /** Set if the set could not be loaded again, because another person has added items since the edits were checked. */
  readonly tooLarge?: boolean;
}

type ItemsPlan = EditingPlan<MappingSetItem[], ItemEdits, ItemsRequest>;

const countItems = (parts: readonly ItemEdits[]): number =>
  parts.reduce((count, part) => count + editCount(part), 0);

/** The next batch of the rows that the items don't have yet. */
const toRequest: ItemsPlan["toRequest"] = (edits, now) => {
  const rest = rebaseEdits(edits, now);
  const rows = listRows(now, rest).filter(({ changed, values, saved }) =>
    saved ? changed : !isBlank(values),
  );
  const tooLarge = findOverflow(estimateSize(now.map(getValues)), rows) !== undefined;
  const batch = takeBatch(rows);
  const keys = batch.map(({ key }) => key);
  const request: ItemsRequest = {
    items: batch.map(({ id = null, values: { from, to } }) => ({
      id,
      fromValue: from,
      toValue: to,
    })),
    keys,
    ...(tooLarge && { tooLarge }),
  };
  const sent = new Set(keys);
  // What isn't sent leaves the edits with the answer, if the items have it.
  return keys.length === editCount(edits)
    ? { request }
    : { request, draft: filterRows(rest, (key) => sent.has(key)) };
};

/** The plan of saving items in batches, each a change of the version after the one before. */
const createPlan = (id: number, items: MappingSetItem[]): ItemsPlan => ({
  key: `mapping-set.${id}.items`,
  empty: noEdits,
  isEmpty: (edits) => editCount(edits) === 0,
  base: () => items,
  read: () => readMappingSetItems(id),
  keep: (answer) => cacheMappingSetItems(id, answer),
  rebase: rebaseEdits,
  diff: diffEdits,
  merge: mergeEdits,
  ready: (edits) =>
    whyForbidden(mappingSetOperations.saveMappingSetItems) === undefined && editCount(edits) > 0,
  // Of equal values only the first counts, and the others can't be deleted.
  asks: (edits) => findRepeats(listRows(items, edits)).length > 0,
  toRequest,
  send: async ({ items: body, tooLarge = false }, sending, now) => {
    const known = { value: now, problems: [], total: undefined };
    if (tooLarge) {
      cacheMappingSetItems(id, known);
      throw new ApiError("They don't fit in one mapping set", { status: 413, outcome: "refused" });
    }
    // Another person has added the same items.
    if (body.length === 0) return { ...known, version: sending["If-Match"] };
    const { value, version } = await sendMappingSetItems(id, body, sending);
    return { ...known, value: withoutRepeats([...now, ...value]), version };
  },
  saved: (_, { parts }) => {
    const count = countItems(parts);
    notify(count === 0 ? "The set already has these items" : `${formatCount(count, "item")} saved`);
    void invalidate(mappingSetItems(id));
  },
});

/** The API's messages by row: a path starts with the row's index in the request. */
const findRefused = (
  phase: Phase<MappingSetItem[], ItemEdits, ItemsRequest>,
): ReadonlyMap<string, string> => {
  const said = new Map<string, string>();
  if (phase.kind !== "refused" || !(phase.error instanceof ApiError)) return said;
  for (const { path, message } of phase.error.issues) {
    const key = phase.sent.request.keys[Number.parseInt(path, 10)];
    if (key !== undefined) said.set(key, [said.get(key), message].filter(Boolean).join(" "));
  }
  return said;
};

/** The edits of one set's items, and their saving (see `openEditing`). */
export const useItemEdits = (id: number, items: MappingSetItem[]) => {
  const { editing, state } = useEditing(createPlan(id, items));
  const { document } = editing;
  const edits = useValue(document);
  const { phase } = state;
  const differences = useMemo(
    () =>
      phase.kind === "conflict" ? diffEdits(edits, phase.before, phase.now?.value ?? items) : [],
    [phase, edits, items],
  );
  // Typing may have ended it.
  const isConflict = phase.kind === "conflict" && differences.length > 0;
  const refused = useMemo(() => findRefused(phase), [phase]);
  const forbidden = useWhyForbidden(mappingSetOperations.saveMappingSetItems);
  const busy = isWaiting(phase);
  // An answer will replace the edits, and nothing typed may be lost.
  const whyBusy =
    phase.kind === "unknown"
      ? "Wait until the last save is checked."
      : "Wait until the items are saved.";
  const locked = forbidden ?? (busy ? whyBusy : undefined);
  const resolve = (choices: Choices) => editing.resolve(differences, choices);
  return {
    id,
    items,
    edits,
    rows: listRows(items, edits),
    count: editCount(edits),
    /** The number of items that this save has saved so far. */
    done: countItems(state.parts),
    saving: phase.kind === "conflict" && !isConflict ? ({ kind: "editing" } as const) : phase,
    differences,
    /** Whether a save or a check is under way, which goes on when the screen is left. */
    busy,
    /** Why the role of the person forbids changes. */
    forbidden,
    /** Why nothing can be edited now: the role of the person, or a save. */
    locked,
    /** The API's messages for single rows, by row key. */
    refused,
    /** False where this browser cannot store the edits: there are too many, or it stores nothing. */
    kept: state.stored !== "refused",
    /** Whether another tab edits them, too. */
    elsewhere: state.elsewhere,
    edit: (next: ItemEdits, burst?: string) => {
      if (locked === undefined) document.change(next, burst);
    },
    undo: locked === undefined && document.canUndo() ? document.undo : undefined,
    redo: locked === undefined && document.canRedo() ? document.redo : undefined,
    save: () => {
      if (phase.kind === "conflict") resolve({});
      void editing.save();
    },
    confirm: () => void editing.confirm(),
    back: editing.back,
    check: () => void editing.check(),
    discard: editing.discard,
    /** Takes the chosen values where both people changed or added an item. */
    resolve,
  };
};

export type ItemEditing = ReturnType<typeof useItemEdits>;
