import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { queryClient } from "#web/api/query-client.ts";
import { invalidateOrders, purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { changeRecord, findResult } from "#web/runs/change-record.ts";
import { describeLineState } from "#web/runs/describe-run.ts";
import type { Halt } from "#web/runs/run-kind.ts";
import { type RunLineState, wentWell } from "#web/runs/run-line.ts";
import { notify } from "#web/ui/notify.ts";
import { orderName } from "#web/ui/order-names.ts";
import { createValueStore, useValue, type ValueStore } from "#web/ui/value-store.ts";
import { orderKind, orderRunWords } from "./order-run.ts";
import { type StatusChange, statusChangeDetails } from "./status-changes.ts";

type StatusChangeState =
  | { readonly kind: "still" }
  | { readonly kind: "asking"; readonly move: StatusChange }
  | { readonly kind: "sending"; readonly move: StatusChange }
  | { readonly kind: "ended"; readonly move: StatusChange; readonly result: RunLineState };

/** The change of one order's status. */
export interface StatusChangeControl {
  readonly state: StatusChangeState;
  readonly ask: (move: StatusChange) => void;
  readonly leave: () => void;
  /** Sends once; a second call during the request does nothing. */
  readonly send: () => Promise<void>;
  /** Reads the order again after a request with an unknown result. */
  readonly readAgain: () => Promise<void>;
}

const still: StatusChangeState = { kind: "still" };
const kind = orderKind("click");

const toLineState = (ended: RunLineState | Halt): RunLineState =>
  ended.kind === "held" ? { kind: "refused", why: ended.why } : ended;

type Place = ValueStore<StatusChangeState>;

/** The changes whose screen was left, by order: a screen that is opened again goes on with them, and sends none beside them. */
const left = new Map<number, Place>();

/** Whether a change goes on, or is still to be checked, after its screen was left. */
const outlives = (state: StatusChangeState): boolean =>
  state.kind === "sending" || (state.kind === "ended" && state.result.kind === "unknown");

/** The name of an order that was loaded. */
const nameOrder = (id: number): string => {
  const loaded = queryClient.getQueryData(purchaseOrderDetail(id).queryKey);
  return loaded ? orderName(loaded.value) : `Order ${id}`;
};

const describeResult = (id: number, move: StatusChange, result: RunLineState): string =>
  wentWell([{ state: result }])
    ? `${nameOrder(id)} ${statusChangeDetails[move].done}`
    : `${nameOrder(id)}: ${describeLineState(orderRunWords, move, result)}`;

/** Changes the status, and reports the result as a notification if the screen was left meanwhile. */
const change = async (
  { id, place, open }: { id: number; place: Place; open: () => void },
  move: StatusChange,
  act: () => Promise<RunLineState | Halt>,
): Promise<void> => {
  place.set({ kind: "sending", move });
  // Its own listener: the changes of several orders may be under way.
  const stayWhileSending = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", stayWhileSending);
  const result = toLineState(await act());
  removeEventListener("beforeunload", stayWhileSending);
  place.set({ kind: "ended", move, result });
  invalidateOrders();
  if (left.get(id) !== place) return;
  // What failed is shown again where the button of the notification leads.
  if (wentWell([{ state: result }])) left.delete(id);
  notify(describeResult(id, move, result), { label: "Open", act: open });
};

/**
 * Changes one order's status on a click: confirmed first, sent once, read if the response is lost. It goes on when the
 * screen is left.
 */
export const useStatusChange = (id: number): StatusChangeControl => {
  const navigate = useNavigate();
  const [place] = useState(() => left.get(id) ?? createValueStore<StatusChangeState>(still));
  useEffect(() => {
    left.delete(id);
    return () => {
      if (outlives(place.get())) left.set(id, place);
    };
  }, [id, place]);
  const open = () => void navigate({ to: "/purchase-orders/$id", params: { id: String(id) } });
  return {
    state: useValue(place),
    ask: (move) => place.set({ kind: "asking", move }),
    leave: () => place.set(still),
    send: async () => {
      const now = place.get();
      if (now.kind !== "asking") return;
      const { move } = now;
      await change({ id, place, open }, move, () => changeRecord(kind, move, id, undefined));
    },
    readAgain: async () => {
      const now = place.get();
      if (now.kind !== "ended" || now.result.kind !== "unknown") return;
      const { move, result } = now;
      await change({ id, place, open }, move, () =>
        findResult(kind, move, id, undefined, result.why),
      );
    },
  };
};
