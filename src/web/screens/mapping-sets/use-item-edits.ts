import { useEffect, useMemo, useState } from "react";
import { type MappingSetItem, mappingSetOperations } from "#contract/mapping-sets.ts";
import { ApiError } from "#web/base/api-error.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { invalidate } from "#web/api/query-client.ts";
import { isWaiting, useSaveMachine } from "#web/editing/save-machine.ts";
import { useReportUnsaved } from "#web/editing/report-save.ts";
import { editCount, type ItemEdits, listRows, noEdits } from "./item-edits.ts";
import { followEdits, type ItemConflict, type ItemSide, resolveConflicts } from "./item-merge.ts";
import {
  answered,
  createPlan,
  type ItemsMachine,
  type ItemsSaving,
  readUnanswered,
} from "./items-plan.ts";
import { type OpenTimeline, useTimeline } from "./use-timeline.ts";

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
