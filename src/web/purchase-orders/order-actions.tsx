import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { moveStateInWords } from "./moves/move-words.ts";
import { isMoved, type MoveKind, orderMoves } from "./moves/order-moves.ts";
import type { MoveState } from "./moves/move-state.ts";
import type { OneMove } from "./moves/use-one-move.ts";
import { useFocusKept } from "#web/ui/use-focus-kept.ts";
import { orderName } from "#web/ui/order-words.ts";

interface OrderActionsProps {
  order: PurchaseOrder;
  moving: OneMove;
}

const MoveButton = ({ order, moving, move }: OrderActionsProps & { move: MoveKind }) => {
  const whyNot = orderMoves[move].whyNot(order);
  const sending = moving.state.kind === "sending";
  return (
    <>
      {whyNot !== undefined && <span className="order__why">{whyNot}</span>}
      <Button
        variant={move === "acknowledge" ? "filled" : "default"}
        disabled={whyNot !== undefined || sending}
        onClick={() => moving.ask(move)}
      >
        {sending && moving.state.move === move
          ? `${orderMoves[move].acting}…`
          : orderMoves[move].act}
      </Button>
    </>
  );
};

/** The actions on an order: the two status changes, and printing. */
export const OrderActions = ({
  order,
  moving,
  movable,
}: OrderActionsProps & {
  /** False for an order of which only the received version is known. */
  movable: boolean;
}) => (
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
    {movable && !orderMoves.process.whyNot(order) && (
      <MoveButton order={order} moving={moving} move="process" />
    )}
    {movable && !isMoved("acknowledge", order) && (
      <MoveButton order={order} moving={moving} move="acknowledge" />
    )}
  </>
);

const tones = {
  done: "good",
  found: "good",
  already: "good",
  unmoved: "waiting",
  unknown: "bad",
  refused: "bad",
  waiting: "calm",
  sending: "calm",
} as const satisfies Record<MoveState["kind"], string>;

const titles: Readonly<Record<MoveState["kind"], string>> = {
  done: "Done",
  found: "Done",
  already: "Nothing to do",
  unmoved: "Order unchanged",
  unknown: "Order status unknown",
  refused: "Refused by the API",
  waiting: "Waiting",
  sending: "Sending",
};

const Ended = ({
  moving,
  move,
  result,
}: {
  moving: OneMove;
  move: MoveKind;
  result: MoveState;
}) => (
  <Notice
    title={titles[result.kind]}
    tone={tones[result.kind]}
    alert
    actions={
      result.kind === "unknown" && (
        <Button onClick={() => void moving.lookAgain()}>Check again</Button>
      )
    }
  >
    <p>{moveStateInWords(move, result)}</p>
    {result.kind === "unmoved" && <p>You can try again.</p>}
  </Notice>
);

/** The confirmation of a status change, and its result, which takes the focus because its button is gone. */
export const OrderMoving = ({ order, moving }: OrderActionsProps) => {
  const { state } = moving;
  const box = useFocusKept(state.kind);
  if (state.kind === "asking") {
    const { act, meaning } = orderMoves[state.move];
    return (
      <ConfirmDialog
        title={`${act} ${orderName(order)}?`}
        onCancel={moving.leave}
        choices={[{ label: act, onChoose: () => void moving.send() }]}
      >
        <p>{meaning} This can't be undone.</p>
      </ConfirmDialog>
    );
  }
  return state.kind === "ended" ? (
    <div ref={box} tabIndex={-1}>
      <Ended moving={moving} move={state.move} result={state.result} />
    </div>
  ) : null;
};
