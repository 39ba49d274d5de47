import type { MappingSetItem } from "#contract/mapping-sets.ts";
import type { Answer } from "#web/api/call.ts";
import {
  cacheMappingSetItems,
  readMappingSetItems,
  sendMappingSetItems,
} from "#web/api/mapping-sets.ts";
import { toSending } from "#web/api/sending.ts";
import { withoutRepeats } from "#web/api/without-repeats.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import { formatCount } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { notifySaved } from "#web/editing/notify-saved.ts";
import type { SaveMachine, SavePlan, SaveState } from "#web/editing/save-machine.ts";
import { findTwins, removeArrived } from "./item-arrivals.ts";
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
import { dropAddedByOthers, findConflicts, type ItemConflict } from "./item-merge.ts";
import { estimateSize, findOverflow } from "./set-size.ts";
import type { OpenTimeline } from "./use-timeline.ts";

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
export type ItemsMachine = SaveMachine<Sent, FoundConflicts>;

type Timeline = Pick<OpenTimeline, "latest" | "keep" | "replace">;

/** Deletes the request that was sent without an answer. */
export const answered = (sentKey: string) => writeDraft(sentKey, undefined);

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
export const createPlan = (
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
export const readUnanswered = (sentKey: string): Sent | undefined => {
  const left = readDraft<Unanswered>(sentKey)?.value;
  return left && { rows: [], ...left, keys: [], done: 0, of: 0 };
};
