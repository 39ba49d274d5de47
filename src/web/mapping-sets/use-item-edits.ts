import { useWhyForbidden } from "#web/api/permissions.ts";
import { useLayoutEffect, useMemo, useRef } from "react";
import { type MappingSetItem, mappingSetOperations } from "#contract/mapping-sets.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import {
  cacheMappingSetItems,
  mappingSetItems,
  readMappingSetItems,
  sendMappingSetItems,
} from "#web/api/mapping-sets.ts";
import { invalidate } from "#web/api/query-client.ts";
import { toSending } from "#web/api/sending.ts";
import { withoutRepeats } from "#web/api/without-repeats.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { formatCount } from "#web/ui/format.ts";
import { notifySaved } from "#web/ui/notify-saved.ts";
import {
  isAtRest,
  isWaiting,
  type SaveMachine,
  type SavePlan,
  type SaveState,
} from "#web/ui/save-machine.ts";
import { useSaveMachine } from "#web/ui/use-save-machine.ts";
import {
  splitBatches,
  editCount,
  type ItemEdits,
  noEdits,
  listRows,
  removeSaved,
  type SentRow,
} from "./item-edits.ts";
import { findTwins, removeArrived } from "./item-arrivals.ts";
import {
  dropAddedByOthers,
  findConflicts,
  followEdits,
  type ItemConflict,
  type ItemSide,
  resolveConflicts,
} from "./item-merge.ts";
import { openItemDrafts, useItemsUpstream } from "./item-drafts.ts";
import { useTimeline } from "./use-timeline.ts";

/** One batch that is being sent. */
interface Sent {
  /** Its rows, in the order of the request. */
  readonly keys: readonly string[];
  /** Items that had the same values as a new row before it was sent. */
  readonly twins: readonly number[];
  /** Its rows with their values; empty for a request of an earlier page that this browser couldn't store. */
  readonly rows: readonly SentRow[];
  /** The number of items of this save that are already saved, and the total. */
  readonly done: number;
  readonly of: number;
}

/** Stored before a batch is sent: a page that was closed early must not send again what may have arrived. */
type Unanswered = Pick<Sent, "twins"> & Partial<Pick<Sent, "rows">>;

interface FoundConflicts {
  readonly conflicts: readonly ItemConflict[];
  /** The number of items that this save had saved before. */
  readonly done: number;
}

type Items = Answer<MappingSetItem[]>;
type ItemsPlan = SavePlan<Items, number, Sent, FoundConflicts>;

/** The state of saving the items of a set. */
export type ItemsSaving = SaveState<Sent, FoundConflicts>;
type ItemsMachine = SaveMachine<Sent, FoundConflicts>;

/** The API's messages by row: a path starts with the row's index in the batch. */
const refusedRows = (saving: ItemsSaving): ReadonlyMap<string, string> => {
  const said = new Map<string, string>();
  if (saving.kind !== "refused" || !(saving.error instanceof ApiError)) return said;
  for (const { path, message } of saving.error.issues) {
    const key = saving.sent.keys[Number.parseInt(path, 10)];
    if (key !== undefined) said.set(key, [said.get(key), message].filter(Boolean).join(" "));
  }
  return said;
};

type Timeline = Pick<ReturnType<typeof useTimeline>, "latest" | "keep" | "replace">;

const answered = (sentKey: string) => writeDraft(sentKey, undefined);

/** Without its rows, if this browser's storage is full. */
const storeUnanswered = (sentKey: string, { twins, rows }: Required<Unanswered>): boolean =>
  writeDraft<Unanswered>(sentKey, { twins, rows }) || writeDraft<Unanswered>(sentKey, { twins });

/**
 * The plan of saving items: in batches, one after the other, each sent once. Each names the version of the items after
 * the one before; where another person's change came between, the items are read and compared again for the rest.
 */
const createPlan = (
  id: number,
  sentKey: string,
  items: readonly MappingSetItem[],
  { latest, keep, replace }: Timeline,
  refetch: () => void,
): ItemsPlan => {
  let [done, seen] = [0, items];
  const read = async (): Promise<Items> => {
    const fresh = await readMappingSetItems(id);
    cacheMappingSetItems(id, fresh);
    return fresh;
  };
  return {
    ready: () => editCount(latest()) > 0,
    asks: () => false,
    read: async () => {
      const fresh = await read();
      // This may be the second attempt: the batch of the first was refused.
      answered(sentKey);
      return fresh;
    },
    conflictIn: ({ value }) => {
      const conflicts = findConflicts(latest(), seen, value);
      return conflicts.length > 0 ? { conflicts, done } : undefined;
    },
    send: async ({ value: fresh, version: first }, leaves) => {
      const edits = dropAddedByOthers(latest(), seen, fresh);
      if (edits !== latest()) replace(edits);
      const batches = splitBatches(listRows(fresh, edits));
      if (batches.length === 0) notifySaved("Another person already added these items", false);
      const of = batches.reduce((sum, { keys }) => sum + keys.length, done);
      let [known, version] = [fresh, first];
      for (const { keys, rows, body } of batches) {
        const twins = findTwins(latest(), known);
        keep();
        storeUnanswered(sentKey, { twins, rows });
        leaves({ keys, twins, rows, done, of });
        const answer = await sendMappingSetItems(id, body, toSending(version));
        version = answer.version;
        known = withoutRepeats([...known, ...answer.value]);
        seen = known;
        cacheMappingSetItems(id, { value: known, problems: [], total: undefined, version });
        replace(removeSaved(latest(), keys));
        answered(sentKey);
        done += keys.length;
      }
      return done;
    },
    saved: (count, _, found) => {
      replace(noEdits);
      notifySaved(`${formatCount(count, "item")} saved`, found);
      refetch();
    },
    refused: () => answered(sentKey),
    // Removes the arrived rows from the edits.
    find: async (sent) => {
      const now = await read();
      const rest = removeArrived(latest(), sent, now.value);
      replace(rest);
      answered(sentKey);
      return editCount(rest) === 0 ? { kind: "saved", answer: sent.of } : { kind: "lost" };
    },
  };
};

/** The state of a save, and its conflicts with the items as they are typed now. */
const viewSaving = (state: ItemsSaving, edits: ItemEdits): ItemsSaving => {
  if (state.kind !== "conflict") return state;
  const conflicts = followEdits(state.conflict.conflicts, edits);
  return conflicts.length > 0
    ? { ...state, conflict: { ...state.conflict, conflicts } }
    : { kind: "editing" };
};

const readUnanswered = (sentKey: string): Sent | undefined => {
  const left = readDraft<Unanswered>(sentKey)?.value;
  return left && { rows: [], ...left, keys: [], done: 0, of: 0 };
};

/** Whether a request of an earlier page is still to be checked: one of this page names the number of its items. */
const isOfEarlierPage = (state: ItemsSaving): boolean =>
  state.kind === "unknown" && !state.checking && state.sent.of === 0;

/** Whether no save of this page is under way, waits, or is still to be checked: it would go on under other keys. */
const mayMove = (state: ItemsSaving): boolean =>
  isAtRest(state) || state.kind === "conflict" || isOfEarlierPage(state);

/** Goes on with what is stored on another upstream than the one the editor was opened on. */
const useMovedSave = (sentKey: string, machine: ItemsMachine): void => {
  const known = useRef(sentKey);
  useLayoutEffect(() => {
    if (known.current === sentKey) return;
    known.current = sentKey;
    const sent = readUnanswered(sentKey);
    if (sent || isOfEarlierPage(machine.state.get())) machine.back();
    if (!sent) return;
    // Its rows have other keys now, which rows that were typed here may have had before.
    writeDraft<Unanswered>(sentKey, { twins: sent.twins });
    machine.markUnknown({ ...sent, rows: [] });
  }, [sentKey, machine]);
};

/** Why edits are locked: an answer that will replace them is pending, and nothing typed may be lost. */
const whyBusy = ({ kind }: ItemsSaving): string =>
  kind === "unknown" ? "Wait until the last save is checked." : "Wait until the items are saved.";

/** The edits of one set's items on an upstream, and their saving (see `createSaveMachine`). */
export const useItemEdits = (id: number, items: readonly MappingSetItem[], named: string) => {
  const { upstream, follow } = useItemsUpstream(named);
  const keys = useMemo(() => openItemDrafts(id, upstream), [id, upstream]);
  const typed = useTimeline(keys.edits);
  const { timeline, kept, replace } = typed;
  const refetch = () => void invalidate(mappingSetItems(id));
  const plan = createPlan(id, keys.sent, items, typed, refetch);
  const { machine, state } = useSaveMachine(keys.edits, plan, () => readUnanswered(keys.sent));
  useMovedSave(keys.sent, machine);
  if (mayMove(state)) follow(typed.hasTyped);
  const edits = timeline.now;
  const saving = useMemo(() => viewSaving(state, edits), [state, edits]);
  const refused = useMemo(() => refusedRows(saving), [saving]);
  const forbidden = useWhyForbidden(mappingSetOperations.saveMappingSetItems);
  const busy = isWaiting(saving);
  const locked = forbidden ?? (busy ? whyBusy(saving) : undefined);
  return {
    edits,
    rows: listRows(items, edits),
    count: editCount(edits),
    saving,
    busy,
    /** Why the role of the person forbids changes. */
    forbidden,
    /** Why nothing can be edited now: the role of the person, or a save. */
    locked,
    /** The API's messages for single rows, by row key. */
    refused,
    /** False where this browser cannot store the edits: there are too many, or it stores nothing. */
    kept,
    edit: (next: ItemEdits, burst?: string) => {
      if (locked !== undefined) return;
      typed.edit(next, burst);
      machine.edited();
    },
    undo: locked === undefined && timeline.past.length > 0 ? typed.undo : undefined,
    redo: locked === undefined && timeline.future.length > 0 ? typed.redo : undefined,
    save: () => {
      // The conflicts of the last attempt were resolved by typing.
      if (saving.kind === "editing") machine.back();
      void machine.save();
    },
    check: () => void machine.check(),
    discard: () => {
      replace(noEdits);
      answered(keys.sent);
      machine.back();
    },
    /** Takes the chosen values where both people changed or added an item, and saves. */
    resolve: (conflicts: readonly ItemConflict[], choices: ReadonlyMap<number, ItemSide>) => {
      replace(resolveConflicts(edits, conflicts, choices));
      machine.back();
      void machine.save();
    },
  };
};

export type ItemEditing = ReturnType<typeof useItemEdits>;
