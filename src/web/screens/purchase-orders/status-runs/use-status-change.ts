import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { queryClient } from "#web/api/query-client.ts";
import {
  invalidateOrder,
  invalidateOrders,
  purchaseOrderDetail,
} from "#web/api/purchase-orders.ts";
import { changeRecord, findResult } from "#web/records/runs/run-lines.ts";
import { describeLineState } from "#web/records/runs/describe-run.ts";
import { type Halt, type RunLineState, wentWell } from "#web/records/runs/run-line.ts";
import { notify } from "#web/kit/notify.ts";
import { orderName } from "#web/records/order-names.tsx";
import { createValueStore, useValue, type ValueStore } from "#web/base/value-store.ts";
import { orderKind, orderRunWords } from "./order-run.ts";
import { type StatusChange, statusChangeDetails } from "./status-changes.ts";

/** The result of a change; `held`: no request for it reached the API. */
export type StatusChangeResult = RunLineState | Halt;

type StatusChangeState =
  | { readonly kind: "still" }
  | { readonly kind: "asking"; readonly move: StatusChange }
  | { readonly kind: "sending"; readonly move: StatusChange }
  | { readonly kind: "ended"; readonly move: StatusChange; readonly result: StatusChangeResult };

/** The change of one order's status. */
export interface StatusChangeControl {
  readonly state: StatusChangeState;
  /** Whether no other change can start: one is being sent, or its result is unknown. */
  readonly locked: boolean;
  readonly ask: (move: StatusChange) => void;
  readonly leave: () => void;
  /** Sends once; a second call during the request does nothing. */
  readonly send: () => Promise<void>;
  /** Reads the order again after a request with an unknown result. */
  readonly readAgain: () => Promise<void>;
}

const still: StatusChangeState = { kind: "still" };
const kind = orderKind("click");

const toResult = (ended: RunLineState | Halt): StatusChangeResult =>
  ended.kind === "held" && ended.refused ? { kind: "refused", why: ended.why } : ended;

/** Ends of a change whose answer had no order: another person's change was first. */
const overtaken: ReadonlySet<StatusChangeResult["kind"]> = new Set(["already", "refused"]);

const isWell = (result: StatusChangeResult): boolean =>
  result.kind !== "held" && wentWell([{ state: result }]);

type Place = ValueStore<StatusChangeState>;

/** The changes whose screen was left, by order: a screen that is opened again goes on with them, and sends none beside them. */
const left = new Map<number, Place>();

/** Whether a change goes on, or is still to be checked, also after its screen was left. */
const isUnfinished = (state: StatusChangeState): boolean =>
  state.kind === "sending" || (state.kind === "ended" && state.result.kind === "unknown");

/** The name of an order that was loaded. */
const nameOrder = (id: number): string => {
  const loaded = queryClient.getQueryData(purchaseOrderDetail(id).queryKey);
  return loaded ? orderName(loaded.value) : `Order ${id}`;
};

/** The result of a change in words. */
export const describeResult = (move: StatusChange, result: StatusChangeResult): string =>
  result.kind === "held" ? result.why : describeLineState(orderRunWords, move, result);

const describeForNotification = (
  id: number,
  move: StatusChange,
  result: StatusChangeResult,
): string => {
  if (isWell(result)) return `${nameOrder(id)} ${statusChangeDetails[move].done}`;
  const words = describeResult(move, result);
  return `${nameOrder(id)}: ${result.kind === "held" ? `Not sent. ${words}` : words}`;
};

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
  const ended = await act();
  const result = toResult(ended);
  removeEventListener("beforeunload", stayWhileSending);
  place.set({ kind: "ended", move, result });
  invalidateOrders();
  if (overtaken.has(ended.kind)) invalidateOrder(id);
  if (left.get(id) !== place) return;
  // What failed is shown again where the button of the notification leads.
  if (isWell(result)) left.delete(id);
  notify(describeForNotification(id, move, result), { label: "Open", act: open });
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
      if (isUnfinished(place.get())) left.set(id, place);
    };
  }, [id, place]);
  const open = () => void navigate({ to: "/purchase-orders/$id", params: { id: String(id) } });
  const state = useValue(place);
  return {
    state,
    locked: isUnfinished(state),
    ask: (move) => {
      if (!isUnfinished(place.get())) place.set({ kind: "asking", move });
    },
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
