import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  invalidateOrder,
  invalidateOrders,
  purchaseOrderDetail,
} from "#web/api/purchase-orders.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { createValueStore, useValue, type ValueStore } from "#web/base/value-store.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { orderName } from "#web/records/order-names.tsx";
import { changeRecord, findResult } from "#web/records/runs/run-lines.ts";
import { describeLineState } from "#web/records/runs/describe-run.ts";
import { type Halt, type RunLineState, wentWell } from "#web/records/runs/run-line.ts";
import { orderKind, orderRunWords, type StatusChange, statusChangeDetails } from "./order-run.ts";

/** The result of a change; `held`: no request for it reached the API. */
type StatusChangeResult = RunLineState | Halt;

type StatusChangeState =
  | { readonly kind: "still" }
  | { readonly kind: "asking"; readonly move: StatusChange }
  | { readonly kind: "sending"; readonly move: StatusChange }
  | { readonly kind: "ended"; readonly move: StatusChange; readonly result: StatusChangeResult };

/** The change of one order's status. */
interface StatusChangeControl {
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
const describeResult = (move: StatusChange, result: StatusChangeResult): string =>
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

interface OrderActionsProps {
  order: PurchaseOrder;
  control: StatusChangeControl;
}

const StatusButton = ({
  control,
  move,
}: Omit<OrderActionsProps, "order"> & { move: StatusChange }) => {
  const sending = control.state.kind === "sending";
  const { act, acting, permission } = statusChangeDetails[move];
  const locked = useWhyForbidden(permission);
  useScreenActions([!control.locked && { label: act, run: () => control.ask(move), locked }]);
  return (
    <PermittedButton
      permission={permission}
      variant={move === "acknowledge" ? "filled" : "default"}
      disabled={control.locked}
      onClick={() => control.ask(move)}
    >
      {sending && control.state.move === move ? `${acting}…` : act}
    </PermittedButton>
  );
};

const statusChanges: readonly StatusChange[] = ["start", "process", "acknowledge"];

/** The actions on an order: the status changes that its status allows, and printing. */
export const OrderActions = ({
  order,
  control,
  changeable,
}: OrderActionsProps & {
  /** False for an order of which only the received version is known. */
  changeable: boolean;
}) => {
  useScreenActions([{ label: "Print packing list", run: () => print() }]);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        title="Print packing list"
        onClick={() => print()}
        leftSection={<IconPrinter aria-hidden="true" />}
      >
        Print
      </Button>
      {changeable &&
        statusChanges
          .filter((move) => statusChangeDetails[move].whyNot(order) === undefined)
          .map((move) => <StatusButton key={move} control={control} move={move} />)}
    </>
  );
};

const tones = {
  done: "good",
  found: "good",
  already: "good",
  unmoved: "waiting",
  unknown: "bad",
  refused: "bad",
  waiting: "calm",
  sending: "calm",
  skipped: "waiting",
  unread: "waiting",
  canceled: "calm",
  held: "bad",
} as const satisfies Record<StatusChangeResult["kind"], string>;

const titles: Readonly<Record<StatusChangeResult["kind"], string>> = {
  done: "Done",
  found: "Done",
  already: "Nothing to do",
  unmoved: "Order unchanged",
  unknown: "Order status unknown",
  refused: "Refused by the API",
  waiting: "Waiting",
  sending: "Sending",
  skipped: "Not sent",
  unread: "Not sent",
  canceled: "Canceled",
  held: "Not sent",
};

const Ended = ({
  control,
  move,
  result,
}: {
  control: StatusChangeControl;
  move: StatusChange;
  result: StatusChangeResult;
}) => (
  <Notice
    title={titles[result.kind]}
    tone={tones[result.kind]}
    alert
    actions={
      result.kind === "unknown" && (
        <Button onClick={() => void control.readAgain()}>Check again</Button>
      )
    }
  >
    <p>{describeResult(move, result)}</p>
    {result.kind === "unmoved" && <p>You can try again.</p>}
  </Notice>
);

/** The confirmation of a status change, and its result, which takes the focus because its button is gone. */
export const OrderStatusChange = ({ order, control }: OrderActionsProps) => {
  const { state } = control;
  const box = useFocusFallback(state.kind);
  if (state.kind === "asking") {
    const { act, meaning } = statusChangeDetails[state.move];
    return (
      <ConfirmDialog
        title={`${act} ${orderName(order)}?`}
        onCancel={control.leave}
        choices={[{ label: act, onChoose: () => void control.send() }]}
      >
        <p>{meaning} This can't be undone.</p>
      </ConfirmDialog>
    );
  }
  return state.kind === "ended" ? (
    <div ref={box} tabIndex={-1}>
      <Ended control={control} move={state.move} result={state.result} />
    </div>
  ) : null;
};
