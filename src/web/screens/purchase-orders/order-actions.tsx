import { Button } from "@mantine/core";
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
import {
  changeOrder,
  checkOrder,
  describeChange,
  hasChanged,
  type OrderChangeResult,
  type StatusChange,
  statusChangeDetails,
} from "./order-change.ts";

type StatusChangeState =
  | { readonly kind: "still" }
  | { readonly kind: "asking"; readonly move: StatusChange }
  | { readonly kind: "sending"; readonly move: StatusChange }
  | { readonly kind: "ended"; readonly move: StatusChange; readonly result: OrderChangeResult };

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

/** Ends of a change whose answer had no order: another person's change was first. */
const overtaken: ReadonlySet<OrderChangeResult["kind"]> = new Set(["already", "refused"]);

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

const describeForNotification = (
  id: number,
  move: StatusChange,
  result: OrderChangeResult,
): string => {
  if (hasChanged(result)) return `${nameOrder(id)} ${statusChangeDetails[move].done}`;
  const words = describeChange(move, result);
  return `${nameOrder(id)}: ${result.kind === "held" ? `Not sent. ${words}` : words}`;
};

/** Changes the status, and reports the result as a notification if the screen was left meanwhile. */
const change = async (
  { id, place, open }: { id: number; place: Place; open: () => void },
  move: StatusChange,
  act: () => Promise<OrderChangeResult>,
): Promise<void> => {
  place.set({ kind: "sending", move });
  // Its own listener: the changes of several orders may be under way.
  const stayWhileSending = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", stayWhileSending);
  const result = await act();
  removeEventListener("beforeunload", stayWhileSending);
  place.set({ kind: "ended", move, result });
  invalidateOrders();
  if (overtaken.has(result.kind)) invalidateOrder(id);
  if (left.get(id) !== place) return;
  // What failed is shown again where the button of the notification leads.
  if (hasChanged(result)) left.delete(id);
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
      await change({ id, place, open }, move, () => changeOrder(move, id));
    },
    readAgain: async () => {
      const now = place.get();
      if (now.kind !== "ended" || now.result.kind !== "unknown") return;
      const { move, result } = now;
      await change({ id, place, open }, move, () => checkOrder(move, id, result.why));
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

/** The actions on an order: the status changes that its status allows. */
export const OrderActions = ({
  order,
  control,
  changeable,
}: OrderActionsProps & {
  /** False for an order of which only the received version is known. */
  changeable: boolean;
}) => {
  if (!changeable) return null;
  return statusChanges
    .filter((move) => statusChangeDetails[move].whyNot(order) === undefined)
    .map((move) => <StatusButton key={move} control={control} move={move} />);
};

const tones = {
  done: "good",
  found: "good",
  already: "good",
  unmoved: "waiting",
  unknown: "bad",
  refused: "bad",
  held: "bad",
} as const satisfies Record<OrderChangeResult["kind"], string>;

const titles: Readonly<Record<OrderChangeResult["kind"], string>> = {
  done: "Done",
  found: "Done",
  already: "Nothing to do",
  unmoved: "Order unchanged",
  unknown: "Order status unknown",
  refused: "Refused by the service",
  held: "Not sent",
};

const Ended = ({
  control,
  move,
  result,
}: {
  control: StatusChangeControl;
  move: StatusChange;
  result: OrderChangeResult;
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
    <p>{describeChange(move, result)}</p>
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
