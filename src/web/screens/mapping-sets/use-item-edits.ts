import { useEffect, useMemo, useState } from "react";
import { type MappingSetItem, mappingSetOperations } from "#contract/mapping-sets.ts";
import { type Answer, toSending } from "#web/api/call.ts";
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
import { useWhyForbidden } from "#web/base/session.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import { notifySaved, useReportUnsaved } from "#web/editing/report-save.ts";
import {
  isWaiting,
  type SaveMachine,
  type SavePlan,
  type SaveState,
  useSaveMachine,
} from "#web/editing/save-machine.ts";
import { notify } from "#web/kit/notify.ts";
import {
  editCount,
  getValues,
  type ItemEdits,
  listRows,
  noEdits,
  removeEdits,
  type SentRow,
  splitBatches,
} from "./item-edits.ts";
import {
  dropAddedByOthers,
  findConflicts,
  findTwins,
  followEdits,
  type ItemConflict,
  type ItemSide,
  removeArrived,
  resolveConflicts,
} from "./item-merge.ts";
import { estimateSize, findOverflow } from "./set-size.tsx";
import { type OpenTimeline, useTimeline } from "./use-timeline.ts";

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

type Timeline = Pick<OpenTimeline, "latest" | "keep" | "replace">;

/** Deletes the request that was sent without an answer. */
const answered = (sentKey: string) => writeDraft(sentKey, undefined);

/** Without its rows, if this browser's storage is full. */
const storeUnanswered = (sentKey: string, { twins, rows }: Required<Unanswered>): boolean =>
  writeDraft<Unanswered>(sentKey, { twins, rows }) || writeDraft<Unanswered>(sentKey, { twins });

/** Whether the set could not be loaded again: another person may have added items since the edits were checked. */
const isTooLarge = (fresh: readonly MappingSetItem[], edits: ItemEdits): boolean =>
  findOverflow(estimateSize(fresh.map(getValues)), listRows(fresh, edits)) !== undefined;

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
      if (isTooLarge(fresh, edits)) {
        notify("Items not saved, because they don't fit in one mapping set");
        return done;
      }
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
        replace(removeEdits(latest(), keys));
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

/** A request of an earlier page that has no answer yet. */
const readUnanswered = (sentKey: string): Sent | undefined => {
  const left = readDraft<Unanswered>(sentKey)?.value;
  return left && { rows: [], ...left, keys: [], done: 0, of: 0 };
};

/** The edits of a set whose screen was left during a save, by the key of their draft: the save changes them. */
const left = new Map<string, { readonly opened: OpenTimeline; readonly machine: ItemsMachine }>();

/** The edits of a save that goes on, or has ended with something to show. */
const findLeft = (key: string): OpenTimeline | undefined => {
  const found = left.get(key);
  return found?.machine.state.get().kind === "editing" ? undefined : found?.opened;
};

/** Keeps the edits together with the save of a screen that is left during it, until it is opened again. */
const useLeaving = (key: string, opened: OpenTimeline, machine: ItemsMachine): void =>
  useEffect(() => {
    left.delete(key);
    return () => {
      if (isWaiting(machine.state.get())) left.set(key, { opened, machine });
    };
  }, [key, opened, machine]);

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

/** The state of a save, and its conflicts with the items as they are typed now. */
const viewSaving = (state: ItemsSaving, edits: ItemEdits): ItemsSaving => {
  if (state.kind !== "conflict") return state;
  const conflicts = followEdits(state.conflict.conflicts, edits);
  return conflicts.length > 0
    ? { ...state, conflict: { ...state.conflict, conflicts } }
    : { kind: "editing" };
};

/** Why edits are locked: an answer that will replace them is pending, and nothing typed may be lost. */
const whyBusy = ({ kind }: ItemsSaving): string =>
  kind === "unknown" ? "Wait until the last save is checked." : "Wait until the items are saved.";

/** The edits of one set's items, and their saving (see `createSaveMachine`). */
export const useItemEdits = (id: number, items: readonly MappingSetItem[]) => {
  const key = `mapping-set.${id}.items`;
  const sentKey = `mapping-set.${id}.sent`;
  const [known] = useState(() => findLeft(key));
  const typed = useTimeline(key, known);
  const { timeline, kept, replace } = typed;
  const refetch = () => void invalidate(mappingSetItems(id));
  const plan = createPlan(id, sentKey, items, typed, refetch);
  // Without its edits, a save that is under way isn't gone on with: its request is found by the draft, and checked.
  const unanswered = known ? undefined : () => readUnanswered(sentKey);
  const { machine, state, isLeft } = useSaveMachine(key, plan, unanswered);
  useLeaving(key, typed.opened, machine);
  const report = useReportUnsaved();
  /** Saves or checks; a failure that arrives after the screen was left is announced. */
  const start = (step: () => Promise<void>) => {
    const reportEnd = report();
    void step().then(() => isLeft() && reportEnd(machine.state.get().kind));
  };
  const edits = timeline.now;
  const saving = useMemo(() => viewSaving(state, edits), [state, edits]);
  const refused = useMemo(() => refusedRows(saving), [saving]);
  const forbidden = useWhyForbidden(mappingSetOperations.saveMappingSetItems);
  const busy = isWaiting(saving);
  const locked = forbidden ?? (busy ? whyBusy(saving) : undefined);
  const step = (isThere: boolean, go: () => void) =>
    locked === undefined && isThere
      ? () => {
          go();
          machine.edited();
        }
      : undefined;
  return {
    items,
    edits,
    rows: listRows(items, edits),
    count: editCount(edits),
    saving,
    /** Whether a save or a check is under way, which goes on when the screen is left. */
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
    undo: step(timeline.past.length > 0, typed.undo),
    redo: step(timeline.future.length > 0, typed.redo),
    save: () => {
      // The conflicts of the last attempt were resolved by typing.
      if (saving.kind === "editing") machine.back();
      start(machine.save);
    },
    check: () => start(machine.check),
    /** Does nothing during a save: it would be made all the same. */
    discard: () => {
      if (isWaiting(machine.state.get())) return;
      replace(noEdits);
      answered(sentKey);
      machine.back();
    },
    /** Takes the chosen values where both people changed or added an item, and saves. */
    resolve: (conflicts: readonly ItemConflict[], choices: ReadonlyMap<number, ItemSide>) => {
      replace(resolveConflicts(edits, conflicts, choices));
      machine.back();
      start(machine.save);
    },
  };
};

export type ItemEditing = ReturnType<typeof useItemEdits>;
