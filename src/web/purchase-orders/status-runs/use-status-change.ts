import { useEffect, useRef, useState } from "react";
import { invalidateOrders } from "#web/api/purchase-orders.ts";
import { changeRecord, findResult } from "#web/runs/change-record.ts";
import type { Halt } from "#web/runs/run-kind.ts";
import type { RunLineState } from "#web/runs/run-line.ts";
import { orderKind } from "./order-run.ts";
import type { StatusChange } from "./status-changes.ts";

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

const kind = orderKind("click");

const toLineState = (ended: RunLineState | Halt): RunLineState =>
  ended.kind === "held" ? { kind: "refused", why: ended.why } : ended;

const stayWhileSending = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Changes one order's status on a click: confirmed first, sent once, read if the response is lost. */
export const useStatusChange = (id: number): StatusChangeControl => {
  const [state, setState] = useState<StatusChangeState>({ kind: "still" });
  const sending = useRef(false);
  useEffect(() => {
    if (state.kind !== "sending") return;
    addEventListener("beforeunload", stayWhileSending);
    return () => removeEventListener("beforeunload", stayWhileSending);
  }, [state.kind]);
  const through = async (move: StatusChange, act: () => Promise<RunLineState | Halt>) => {
    if (sending.current) return;
    sending.current = true;
    setState({ kind: "sending", move });
    const result = toLineState(await act());
    sending.current = false;
    setState({ kind: "ended", move, result });
    invalidateOrders();
  };
  return {
    state,
    ask: (move) => setState({ kind: "asking", move }),
    leave: () => setState({ kind: "still" }),
    send: async () => {
      if (state.kind !== "asking") return;
      const { move } = state;
      await through(move, () => changeRecord(kind, move, id, undefined));
    },
    readAgain: async () => {
      if (state.kind !== "ended" || state.result.kind !== "unknown") return;
      const { move, result } = state;
      await through(move, () => findResult(kind, move, id, undefined, result.why));
    },
  };
};
