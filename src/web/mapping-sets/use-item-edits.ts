import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { ApiError, mayHaveHappened } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import {
  keepMappingSetItems,
  mappingSetItems,
  readMappingSetItems,
  sendMappingSetItems,
} from "#web/api/mapping-sets.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import type { Side } from "#web/ui/field-draft.ts";
import { counted } from "#web/ui/format.ts";
import { notify } from "#web/ui/notify.ts";
import {
  batchesOf,
  conflictsOf,
  editCount,
  type ItemConflict,
  type ItemEdits,
  noEdits,
  rebased,
  rowsOf,
  setRows,
  twinsOf,
  withoutArrived,
  withoutSaved,
} from "./item-edits.ts";

/** What became of the last save, and how far a running one is. */
export type ItemsPhase =
  | { readonly kind: "editing" }
  | { readonly kind: "sending"; readonly sent: number; readonly of: number }
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly sent: number;
      /** What the API said of single rows, by their keys. */
      readonly refused: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: "unknown";
      readonly error: unknown;
      /** Items that said the same as a new row before it was sent. */
      readonly twins: readonly number[];
    }
  | { readonly kind: "conflict"; readonly conflicts: readonly ItemConflict[] };

/** A page that is closed before the answer comes must not send again what may have arrived. */
interface Unanswered {
  readonly twins: readonly number[];
}
const closedEarly = new ApiError("the page was closed before it came", {
  status: 504,
  outcome: "unknown",
});

const firstPhase = (sentKey: string): ItemsPhase => {
  const unanswered = readDraft<Unanswered>(sentKey)?.value;
  return unanswered
    ? { kind: "unknown", error: closedEarly, twins: unanswered.twins }
    : { kind: "editing" };
};

/** What is said of rows of a batch: a path begins with the place in it. */
const refusedRows = (error: unknown, keys: readonly string[]): ReadonlyMap<string, string> => {
  const said = new Map<string, string>();
  for (const { path, message } of error instanceof ApiError ? error.issues : []) {
    const key = keys[Number.parseInt(path, 10)];
    if (key !== undefined) said.set(key, [said.get(key), message].filter(Boolean).join(" "));
  }
  return said;
};

const maxStates = 200;
const draftPauseMs = 400;

interface Timeline {
  readonly past: readonly ItemEdits[];
  readonly now: ItemEdits;
  readonly future: readonly ItemEdits[];
  /** Typing into one cell goes on with the same state to go back to. */
  readonly burst: string | undefined;
}

const stepped = (timeline: Timeline, next: ItemEdits, burst?: string): Timeline => {
  if (next === timeline.now) return timeline;
  const continues = burst !== undefined && burst === timeline.burst;
  return {
    past: continues ? timeline.past : [...timeline.past, timeline.now].slice(-maxStates),
    now: next,
    future: [],
    burst,
  };
};

const undone = ({ past, now, future, burst }: Timeline): Timeline => {
  const before = past.at(-1);
  return before === undefined
    ? { past, now, future, burst }
    : { past: past.slice(0, -1), now: before, future: [now, ...future], burst: undefined };
};

const redone = ({ past, now, future, burst }: Timeline): Timeline => {
  const [next, ...rest] = future;
  return next === undefined
    ? { past, now, future, burst }
    : { past: [...past, now], now: next, future: rest, burst: undefined };
};

/** What is typed, with undo and redo, kept in this browser until it is saved. */
const useTimeline = (key: string) => {
  const [timeline, setTimeline] = useState<Timeline>(() => ({
    past: [],
    now: readDraft<ItemEdits>(key)?.value ?? noEdits,
    future: [],
    burst: undefined,
  }));
  const { now } = timeline;
  const [kept, setKept] = useState(true);
  const write = useCallback(
    () => setKept(writeDraft(key, editCount(now) === 0 ? undefined : now)),
    [key, now],
  );
  useEffect(() => {
    const timer = setTimeout(write, draftPauseMs);
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [write]);
  return { timeline, setTimeline, kept };
};

/**
 * The edits of one set's items, and their way to the API: the items are read again before each save, so that nobody's
 * change is overwritten unseen; batches go one after the other, each once; one whose answer is lost is looked for.
 */
export const useItemEdits = (id: number, items: readonly MappingSetItem[]) => {
  const itemsKey = `mapping-set.${id}.items`;
  const sentKey = `mapping-set.${id}.sent`;
  const { timeline, setTimeline, kept } = useTimeline(itemsKey);
  const [phase, setPhase] = useState(() => firstPhase(sentKey));
  const queryClient = useQueryClient();
  const busy = useRef(false);
  const edits = timeline.now;
  const edit = (next: ItemEdits, burst?: string) => {
    setTimeline((before) => stepped(before, next, burst));
    if (phase.kind === "failed") setPhase({ kind: "editing" });
  };
  const replace = (next: ItemEdits): void =>
    setTimeline({ past: [], now: next, future: [], burst: undefined });

  const readNow = async (): Promise<Answer<MappingSetItem[]>> => {
    const fresh = await readMappingSetItems(id);
    keepMappingSetItems(id, fresh);
    return fresh;
  };

  const sendAll = async (fresh: readonly MappingSetItem[], start: ItemEdits): Promise<void> => {
    let rest = start;
    let sent = 0;
    const batches = batchesOf(rowsOf(fresh, start));
    const of = batches.reduce((sum, { keys }) => sum + keys.length, 0);
    let known = fresh;
    for (const { keys, body } of batches) {
      setPhase({ kind: "sending", sent, of });
      const twins = twinsOf(rest, known);
      // Written down at once, as what is left is below: the page may end at any moment.
      writeDraft(itemsKey, rest);
      writeDraft<Unanswered>(sentKey, { twins });
      try {
        const { value } = await sendMappingSetItems(id, body);
        const byId = new Map([...known, ...value].map((item) => [item.id, item]));
        known = [...byId.values()];
        keepMappingSetItems(id, { value: [...known], problems: [], total: undefined });
      } catch (error) {
        replace(rest);
        if (mayHaveHappened(error)) return setPhase({ kind: "unknown", error, twins });
        writeDraft(sentKey, undefined);
        return setPhase({ kind: "failed", error, sent, refused: refusedRows(error, keys) });
      }
      sent += keys.length;
      rest = withoutSaved(rest, keys);
      writeDraft(itemsKey, editCount(rest) === 0 ? undefined : rest);
      writeDraft(sentKey, undefined);
      replace(rest);
    }
    replace(noEdits);
    setPhase({ kind: "editing" });
    notify(`Saved: ${counted(sent, "item")}.`);
    void queryClient.invalidateQueries(mappingSetItems(id));
  };

  const once = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };

  const save = (over: ItemEdits = edits) =>
    once(async () => {
      if (editCount(over) === 0) return;
      setPhase({ kind: "sending", sent: 0, of: editCount(over) });
      let fresh: Answer<MappingSetItem[]>;
      try {
        fresh = await readNow();
      } catch (error) {
        setPhase({ kind: "failed", error, sent: 0, refused: new Map() });
        return;
      }
      const conflicts = conflictsOf(over, fresh.value);
      if (conflicts.length > 0) setPhase({ kind: "conflict", conflicts });
      else await sendAll(fresh.value, over);
    });

  return {
    edits,
    rows: rowsOf(items, edits),
    count: editCount(edits),
    phase,
    /** False where this browser cannot keep what is typed: there is too much of it, or it keeps nothing. */
    kept,
    edit,
    undo: timeline.past.length > 0 ? () => setTimeline(undone) : undefined,
    redo: timeline.future.length > 0 ? () => setTimeline(redone) : undefined,
    save: () => void save(),
    discard: () => {
      replace(noEdits);
      writeDraft(sentKey, undefined);
      setPhase({ kind: "editing" });
    },
    /** After a lost answer: reads the items and takes out of the edits what did arrive. */
    check: () =>
      void once(async () => {
        if (phase.kind !== "unknown") return;
        try {
          const now = await readNow();
          const rest = withoutArrived(edits, phase.twins, now.value);
          replace(rest);
          writeDraft(itemsKey, editCount(rest) === 0 ? undefined : rest);
          writeDraft(sentKey, undefined);
          setPhase({ kind: "editing" });
          const left = editCount(rest);
          notify(
            left === 0
              ? "It had been saved: everything you sent is there."
              : `${counted(left, "change")} did not arrive. Save again when you like.`,
          );
        } catch (error) {
          setPhase({
            ...phase,
            error: error instanceof ApiError ? error : phase.error,
          });
        }
      }),
    /** Keeps mine or theirs where both changed an item, and saves. */
    resolve: (choices: ReadonlyMap<number, Side>) => {
      if (phase.kind !== "conflict") return;
      const given = new Map(phase.conflicts.map((conflict) => [conflict.id, conflict.theirs]));
      const kept = setRows(
        edits,
        rowsOf(items, edits).flatMap((row) => {
          const theirs = row.id === undefined ? undefined : given.get(row.id);
          return theirs && choices.get(row.id ?? 0) === "theirs" ? [[row, theirs] as const] : [];
        }),
      );
      const over = rebased(kept, items);
      replace(over);
      setPhase({ kind: "editing" });
      void save(over);
    },
  };
};

/** What `useItemEdits` gives. */
export type ItemEditing = ReturnType<typeof useItemEdits>;
