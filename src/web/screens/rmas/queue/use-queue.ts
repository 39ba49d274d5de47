import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useListSearch, withSearch } from "#web/base/list-search.ts";
import { listRange } from "#web/kit/use-row-selection.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";
import { listAhead, stepFrom } from "./queue-order.ts";
import { openReport, reportRefreshed } from "./queue-report.ts";
import { matchesRma } from "./search-queue.ts";
import { isToDecide, type QueueRows } from "./use-queue-rows.ts";
import { useReadAhead } from "./use-read-ahead.ts";

/** After this time, in ms, the address follows the open RMA: a navigation takes longer than drawing the next RMA. */
const addressMs = 150;
const none: ReadonlySet<number> = new Set();
const untried: ReadonlySet<SaveKind> = new Set(["editing", "reviewing"]);
const failedKinds: ReadonlySet<SaveKind> = new Set([
  "unread",
  "refused",
  "unknown",
  "conflict",
  "lost",
]);

/** Whether a decision of this browser is not saved, or its save needs the person. */
const hasUnsent = (id: number): boolean => {
  const { unsent, saving } = getDesk(id);
  return Object.keys(unsent.get().draft).length > 0 || saving.get().kind !== "editing";
};

/** A question about closing an RMA is not left open behind the next one, or on another screen. */
const leave = (id: number | undefined): void => {
  if (id !== undefined && getDesk(id).saving.get().kind === "reviewing") getDesk(id).back();
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
  const shown = typed.trim()
    ? ids.filter((id) =>
        matchesRma(getDesk(id).record(), sourceName(getDesk(id).record().sourceId), typed.trim()),
      )
    : ids;
  const current =
    opened === null
      ? undefined
      : ids.includes(opened)
        ? opened
        : (listAhead(ids, undefined, isToDecide, 1)[0] ?? ids[0]);
  useReadAhead(ids, current);
  useEffect(openReport, []);
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
    /** Opens the next RMA to decide, those whose save failed last; after the last one, says that all are decided. */
    goOn: () => {
      const isLeft = (id: number, kinds: ReadonlySet<SaveKind>) =>
        isToDecide(id) &&
        !getDesk(id).unsent.get().saved &&
        kinds.has(getDesk(id).saving.get().kind);
      const [next] = [untried, failedKinds].flatMap((kinds) =>
        listAhead(ids, current, (id) => isLeft(id, kinds), 1),
      );
      open(next ?? null);
    },
  };
};

/** The result of `useQueue`. */
export type Queue = ReturnType<typeof useQueue>;
