import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import {
  type StatusChange,
  statusChangeDetails,
} from "#web/screens/purchase-orders/status-runs/status-changes.ts";
import {
  describeResult,
  type StatusChangeControl,
  type StatusChangeResult,
} from "#web/screens/purchase-orders/status-runs/use-status-change.ts";
import { useFocusFallback } from "#web/base/use-focus-fallback.ts";
import { orderName } from "#web/records/order-names.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";

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
