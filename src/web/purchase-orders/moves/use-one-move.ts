import { useEffect, useRef, useState } from "react";
import {
  keepPurchaseOrder,
  ordersHaveMoved,
  readPurchaseOrder,
  sendOrderMove,
} from "#web/api/purchase-orders.ts";
import { type Held, moveOne, settleOne } from "./move-one.ts";
import type { MoveState } from "./move-state.ts";
import type { MoveKind } from "./order-moves.ts";

type OneMoveState =
  | { readonly kind: "still" }
  | { readonly kind: "asking"; readonly move: MoveKind }
  | { readonly kind: "sending"; readonly move: MoveKind }
  | { readonly kind: "ended"; readonly move: MoveKind; readonly result: MoveState };

/** The change of one order's status. */
export interface OneMove {
  readonly state: OneMoveState;
  readonly ask: (move: MoveKind) => void;
  readonly leave: () => void;
  /** Sends once; a second call during the request does nothing. */
  readonly send: () => Promise<void>;
  /** Reads the order again after a request with an unknown result. */
  readonly lookAgain: () => Promise<void>;
}

const waysOf = (move: MoveKind) => ({
  send: async (id: number) => keepPurchaseOrder(await sendOrderMove[move](id, "click")),
  read: async (id: number) => keepPurchaseOrder(await readPurchaseOrder(id)),
});

const asResult = (ended: MoveState | Held): MoveState =>
  ended.kind === "held" ? { kind: "refused", why: ended.why } : ended;

const stayWhileSending = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Changes one order's status on a click: confirmed first, sent once, read if the response is lost. */
export const useOneMove = (id: number): OneMove => {
  const [state, setState] = useState<OneMoveState>({ kind: "still" });
  const sending = useRef(false);
  useEffect(() => {
    if (state.kind !== "sending") return;
    addEventListener("beforeunload", stayWhileSending);
    return () => removeEventListener("beforeunload", stayWhileSending);
  }, [state.kind]);
  const through = async (move: MoveKind, act: () => Promise<MoveState | Held>) => {
    if (sending.current) return;
    sending.current = true;
    setState({ kind: "sending", move });
    const result = asResult(await act());
    sending.current = false;
    setState({ kind: "ended", move, result });
    ordersHaveMoved();
  };
  return {
    state,
    ask: (move) => setState({ kind: "asking", move }),
    leave: () => setState({ kind: "still" }),
    send: async () => {
      if (state.kind !== "asking") return;
      const { move } = state;
      await through(move, () => moveOne(move, id, waysOf(move)));
    },
    lookAgain: async () => {
      if (state.kind !== "ended" || state.result.kind !== "unknown") return;
      const { move, result } = state;
      await through(move, () => settleOne(move, id, waysOf(move), result.why));
    },
  };
};
