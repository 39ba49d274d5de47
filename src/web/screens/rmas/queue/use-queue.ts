import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { useSourceName } from "#web/api/account.ts";
import { evidenceOf } from "#web/api/evidence.ts";
import { queryClient } from "#web/api/query-client.ts";
import { rmaQueue } from "#web/api/rma-queues.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { formatCount } from "#web/base/format.ts";
import { type SearchOf, useListSearch, withSearch } from "#web/base/list-search.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { catalogLines } from "#web/records/catalog-lines.ts";
import { readDraft } from "#web/editing/drafts.ts";
import { editingChanges, openEditing } from "#web/editing/editing.ts";
import { isBusy, type PhaseKind } from "#web/editing/editing-plan.ts";
import { compareCells, sortValue } from "#web/kit/columns.tsx";
import { notify } from "#web/kit/notify.ts";
import { listRange } from "#web/kit/row-selection.tsx";
import { matchesOwnFilter, readRmaFilter, rmaColumns } from "#web/screens/rmas/rma-rows.tsx";
import { createdAt, oldestFirst, toDecide } from "#web/screens/rmas/rma-queue.ts";
import { calculateDecision } from "#web/screens/rmas/decision.ts";
import {
  createDecisionPlan,
  type DecisionEditing,
  decisionKey,
  findDecision,
  findRma,
  undoDecision,
} from "#web/screens/rmas/use-decision.ts";
import {
  isDone,
  isLeft,
  listAhead,
  matchesRma,
  mergeQueue,
  refreshQueue,
  stepFrom,
} from "./queue-model.ts";
import { countDecided, startSitting } from "./sitting.ts";

/** An RMA as this browser knows it: the queue stores all of its rows as records. */
export const useKnownRma = (id: number): Rma | undefined =>
  useQuery({ ...rmaDetail(id), enabled: false }).data?.value;

/** Whether an RMA of the queue is still to decide. */
const isToDecide = (id: number): boolean => {
  const rma = findRma(id);
  return rma !== undefined && hasUndecidedUnits(rma);
};

/** The number of RMAs that are still to decide, without those that are being saved. */
export const useToDecideCount = (ids: readonly number[]): number =>
  useSyncExternalStore(editingChanges.subscribe, () => {
    const rmas = ids.map((id) => [findRma(id), findDecision(id)] as const);
    return rmas.filter(([rma, editing]) => rma && isLeft(rma, editing)).length;
  });

/** How many RMAs of the queue are decided or being saved so, and their credit in cents. */
export const useDecided = (ids: readonly number[]): { count: number; cents: number } => {
  useValue(editingChanges);
  const credits = ids.flatMap((id) => {
    const [rma, editing] = [findRma(id), findDecision(id)];
    if (!rma || !isDone(rma, editing)) return [];
    return editing && isBusy(editing.state.get().phase)
      ? calculateDecision(rma, editing.document.get()).total.after
      : Math.round((rma.creditTotal ?? 0) * 100);
  });
  return { count: credits.length, cents: credits.reduce((sum, cents) => sum + cents, 0) };
};

/** Opens the decisions that this browser has stored, so that the list marks them. */
const openStored = (ids: readonly number[]): void => {
  for (const id of ids) {
    const rma = findRma(id);
    if (rma && !findDecision(id) && readDraft(decisionKey(id)))
      openEditing(createDecisionPlan(id, rma, reportSaved));
  }
};

type NameOf = (id: Rma["sourceId"]) => string;

/** The order of the list that the queue was opened from; by default the oldest first. */
const orderRmas = (rmas: readonly Rma[], sort: string | undefined, sourceName: NameOf): Rma[] => {
  const column = rmaColumns(sourceName).find(({ id }) => id === sort?.replace(/^-/, ""));
  if (!column) return oldestFirst(rmas);
  const descending = sort?.startsWith("-") ?? false;
  return rmas.toSorted((a, b) =>
    compareCells(sortValue(column, a), sortValue(column, b), descending),
  );
};

const listIds = (rmas: readonly Rma[]): number[] => rmas.flatMap(({ id }) => id || []);

/** The queue for an address. Its order stays while the screen is open, also when RMAs are decided. */
export const useQueueRows = (search: SearchOf<"/rmas/queue">) => {
  const { rma: _, ...listed } = search;
  const { filter, unknownReturn } = readRmaFilter(listed);
  const query = useQuery({
    ...rmaQueue({ ...filter, status: filter.status ?? toDecide }),
    enabled: unknownReturn === undefined,
  });
  const sourceName = useSourceName(query.isSuccess);
  const [held, setHeld] = useState<readonly number[]>([]);
  const listRmas = (answer: typeof query.data) =>
    orderRmas((answer?.value ?? []).filter(matchesOwnFilter(listed)), search.sort, sourceName);
  const rmas = listRmas(query.data);
  const loaded = listIds(rmas).filter((id) => held.includes(id) || isToDecide(id));
  const ids = mergeQueue(held, loaded);
  if (ids.length !== held.length) {
    openStored(ids);
    setHeld(ids);
  }
  return {
    query,
    unknownReturn,
    sourceName,
    ids: held.length === ids.length ? held : ids,
    /** The number of all RMAs if only the oldest are in the queue. */
    of: query.data?.cut ? query.data.total : undefined,
    /**
     * Loads the queue again; of the RMAs that no longer belong to it, `isKept` stay. Returns the new ones and all ids, or
     * undefined if it failed.
     */
    refresh: async (isKept: (id: number) => boolean) => {
      const { data, isError } = await query.refetch();
      if (isError || !data) return undefined;
      const now = listIds(listRmas(data)).filter(isToDecide);
      // Of a longer list only the oldest were loaded: one that is newer than those may still belong to it.
      const last = Math.max(...data.value.map(createdAt));
      const isBeyond = (id: number) => data.cut && createdAt(findRma(id) ?? emptyRma) > last;
      const next = refreshQueue(ids, now, (id) => isKept(id) || (isBeyond(id) && isToDecide(id)));
      setHeld(next);
      return { ids: next, added: now.filter((id) => !ids.includes(id)) };
    },
  };
};

/** The result of `useQueueRows`. */
type QueueRows = ReturnType<typeof useQueueRows>;

const report = createValueStore("");
let isOpen = false;

/** The result of the last save that arrived, for the queue's status line. */
export const queueReport: Pick<typeof report, "get" | "subscribe"> = report;

/** Shows results in the queue until the returned function is called. */
const openReport = (): (() => void) => {
  isOpen = true;
  startSitting(Date.now());
  return () => {
    isOpen = false;
    report.set("");
  };
};

/** Reports a save that arrived: in the queue, or as a notification if it was left. */
export const reportSaved = (words: string, _found: boolean, rma: Rma): void => {
  countDecided(rma, Date.now());
  if (isOpen) report.set(words);
  else notify(words);
};

const phaseOf = (id: number) => findDecision(id)?.state.get().phase;

/** The RMA of the queue whose save was started last, of those that can be taken back. */
const findHeld = (ids: readonly number[]): number | undefined => {
  let [latest, until] = [undefined as number | undefined, 0];
  for (const id of ids) {
    const phase = phaseOf(id);
    if (phase?.kind === "holding" && phase.until >= until) [latest, until] = [id, phase.until];
  }
  return latest;
};

/** The RMA of the queue whose save can be taken back. */
export const useHeld = (ids: readonly number[]): number | undefined =>
  useSyncExternalStore(editingChanges.subscribe, () => findHeld(ids));

/** Reports that the queue was loaded again, with the number of new RMAs; undefined if that failed. */
const reportRefreshed = (added: number | undefined): void =>
  report.set(
    added === undefined
      ? "Couldn't refresh the queue. Try again."
      : added === 0
        ? "Queue refreshed. No new RMAs."
        : `Queue refreshed. ${formatCount(added, "new RMA")}.`,
  );

/** An RMA that is open for a shorter time than this, in ms, is not read. */
export const passedMs = 250;
const ahead = 2;

/**
 * Reads the open RMA and the next two again if they are older than 30 seconds: the next ones behind every click. What
 * the queue's list returned is shown meanwhile. Images and options of lines come from the gateway's catalog.
 */
const useReadAhead = (ids: readonly number[], current: number | undefined): void => {
  useEffect(() => {
    if (current === undefined) return undefined;
    const next = listAhead(ids, current, isToDecide, ahead);
    for (const id of next) {
      const rma = findRma(id);
      if (rma) void queryClient.prefetchQuery(catalogLines({ lines: rma.items }));
    }
    const timer = setTimeout(() => {
      void queryClient.prefetchQuery(rmaDetail(current, "screen"));
      for (const id of next) {
        void queryClient.prefetchQuery(rmaDetail(id, "background"));
        void queryClient.prefetchQuery(evidenceOf(id));
      }
    }, passedMs);
    return () => clearTimeout(timer);
  }, [ids, current]);
};

/** After this time, in ms, the address follows the open RMA: a navigation takes longer than drawing the next RMA. */
const addressMs = 150;
const none: ReadonlySet<number> = new Set();
const emptyRma: Rma = { items: [], rmaShipments: [] };
const untried: ReadonlySet<PhaseKind> = new Set(["editing", "confirming"]);
const failedKinds: ReadonlySet<PhaseKind> = new Set([
  "unread",
  "refused",
  "unknown",
  "conflict",
  "lost",
]);

/** Whether a decision of this browser is not saved, or its save needs the person. */
const hasUnsent = (id: number): boolean => {
  const editing = findDecision(id);
  return (
    editing !== undefined && (editing.isDirty() || editing.state.get().phase.kind !== "editing")
  );
};

/** A question about closing an RMA is not left open behind the next one, or on another screen. */
const leave = (id: number | undefined): void => {
  if (id !== undefined && phaseOf(id)?.kind === "confirming") findDecision(id)?.back();
};

/**
 * Shows the decisions that were opened in the queue, as long as it is open: their marks say how they are saved. Those that
 * can still be taken back are sent when it is left.
 */
const useShownDecisions = () => {
  const shown = useRef(new Map<DecisionEditing, () => void>());
  useEffect(() => {
    const all = shown.current;
    return () => {
      for (const [editing, hide] of all) {
        editing.sendNow();
        hide();
      }
      all.clear();
    };
  }, []);
  return useCallback((editing: DecisionEditing) => {
    if (!shown.current.has(editing)) shown.current.set(editing, editing.show());
  }, []);
};

/** The open RMA, the search and the selection of the queue. */
export const useQueue = (rows: QueueRows) => {
  const { ids, sourceName } = rows;
  const { search } = useListSearch("/rmas/queue");
  const navigate = useNavigate();
  // Null: everything is decided.
  const [opened, setOpened] = useState<number | null>(() => Number(search.rma) || 0);
  const [hasMoved, setHasMoved] = useState(false);
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState(none);
  const anchor = useRef<number>(undefined);
  const words = typed.trim();
  const matches = (rma: Rma) => matchesRma(rma, sourceName(rma.sourceId), words);
  const isFound = (id: number) => matches(findRma(id) ?? emptyRma);
  const shown = words ? ids.filter(isFound) : ids;
  const current =
    opened === null
      ? undefined
      : ids.includes(opened)
        ? opened
        : (listAhead(ids, undefined, isToDecide, 1)[0] ?? ids[0]);
  useReadAhead(ids, current);
  useEffect(openReport, []);
  const showDecision = useShownDecisions();
  const latest = useRef({ ids, shown, current, selected });
  useEffect(() => {
    latest.current = { ids, shown, current, selected };
  });
  useEffect(() => () => leave(latest.current.current), []);
  const open = useCallback((id: number | null) => {
    const left = latest.current.current;
    if (left !== id) leave(left);
    setOpened(id);
    setHasMoved(true);
  }, []);
  useEffect(() => {
    if (!hasMoved || !opened) return undefined;
    const search = withSearch({ rma: String(opened) });
    const follow = () => void navigate({ to: ".", search, replace: true, resetScroll: false });
    const timer = setTimeout(follow, addressMs);
    return () => clearTimeout(timer);
  }, [opened, hasMoved, navigate]);
  const select = useCallback((id: number, extend: boolean) => {
    const now = latest.current;
    // A range begins at the RMA that was selected last, unless its selection was removed since.
    const isHeld = anchor.current !== undefined && now.selected.has(anchor.current);
    const from = extend ? ((isHeld ? anchor.current : now.current) ?? id) : id;
    anchor.current = from;
    setSelected((old) => {
      const next = new Set(old);
      if (extend) for (const one of listRange(latest.current.shown, from, id)) next.add(one);
      else if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clearSelection = useCallback(() => {
    anchor.current = undefined;
    setSelected(none);
  }, []);
  const step = (by: number) => {
    const to = stepFrom(shown, current, by);
    if (to !== undefined && to !== current) open(to);
    return to;
  };
  /** Goes to another RMA, and selects it with those between; without a selection, also the open one. */
  const extend = (by: number) => {
    if (current !== undefined && selected.size === 0) select(current, true);
    const to = step(by);
    if (to !== undefined) select(to, true);
  };
  /** Opens the RMA whose decision was saved last, with its draft, unless it has been sent. */
  const takeBack = () => {
    const held = findHeld(ids);
    if (held === undefined) return;
    findDecision(held)?.back();
    open(held);
  };
  const refresh = async () => {
    const isKept = (id: number) => id === latest.current.current || hasUnsent(id);
    const found = await rows.refresh(isKept);
    reportRefreshed(found?.added.length);
    if (!found) return;
    setSelected((old) => new Set(found.ids.filter((id) => old.has(id))));
    // From the end of the queue, it goes on with the new ones.
    const [next] = listAhead(found.ids, undefined, isToDecide, 1);
    if (opened === null && next !== undefined) open(next);
  };
  return {
    ...rows,
    refresh,
    shown,
    current,
    /** Whether another RMA was opened than the first one. */
    hasMoved,
    typed,
    setTyped,
    selected,
    select,
    clearSelection,
    open,
    step,
    extend,
    showDecision,
    /** Undoes the last change of the open RMA, or else takes back the decision that was saved last. */
    undo: () => {
      const editing = current === undefined ? undefined : findDecision(current);
      if (!editing || !undoDecision(editing)) takeBack();
    },
    takeBack,
    /** Opens the next RMA to decide, those whose save failed last; after the last one, says that all are decided. */
    goOn: () => {
      const isNext = (id: number, kinds: ReadonlySet<PhaseKind>) =>
        isToDecide(id) &&
        !findDecision(id)?.state.get().saved &&
        kinds.has(phaseOf(id)?.kind ?? "editing");
      const [next] = [untried, failedKinds].flatMap((kinds) =>
        listAhead(ids, current, (id) => isNext(id, kinds), 1),
      );
      open(next ?? null);
    },
  };
};

/** The result of `useQueue`. */
export type Queue = ReturnType<typeof useQueue>;
