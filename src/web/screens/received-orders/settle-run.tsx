import { Button, Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  maxSettlementNote,
  receivedOrderOperations,
  type ReceivedOrdersRunDetail,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { receivedOrdersCandidates, settleReceivedOrders } from "#web/api/received-orders.ts";
import { formatCount, formatDateTime, formatToSecond } from "#web/base/format.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useDraft } from "#web/editing/use-editing.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { orderFacts, OrderLink } from "./run-orders.tsx";

interface ByHandProps {
  run: ReceivedOrdersRunDetail;
  /** The source of the requested orders, in words. */
  source: string;
  reason: string;
}

/** The steps to compare by hand. */
const ByHand = ({ run, source, reason }: ByHandProps) => (
  <Notice title="Manual check needed" tone="waiting">
    <p>{reason}</p>
    <ol>
      <li>
        In the system that sends the orders, or with the people who run {source}, look for orders
        that became Processed at {formatDateTime(run.requestedAt)} or shortly after.
      </li>
      <li>
        If there are none, select “No orders changed”. The orders are still in Processing and can be
        received again.
      </li>
      <li>
        If there are any, forward them to the people who fulfill them. Then select “Recovered
        elsewhere” and enter in the note where they are.
      </li>
    </ol>
  </Notice>
);

interface ComparedOrdersProps extends Pick<ByHandProps, "run" | "source"> {
  sourceName: (id: number | null | undefined) => string;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
}

/** The result of the comparison with the API's list, requested when it is shown, and again on request. */
export const ComparedOrders = ({ run, source, ...found }: ComparedOrdersProps) => {
  const query = useQuery(receivedOrdersCandidates(run.id));
  if (query.isPending) return <p role="status">Checking the list of orders…</p>;
  const failure = query.isError && (
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  );
  if (!query.data) return failure;
  const { comparable, reason, orders, whole } = query.data.value;
  const again = (
    <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
      {query.isFetching ? "Checking…" : "Check again"}
    </Button>
  );
  if (!comparable)
    return (
      <>
        {failure}
        <ByHand
          run={run}
          source={source}
          reason={reason ?? "There is no list of orders to check."}
        />
      </>
    );
  return (
    <>
      {/* The orders of the last check stay, with those that the person has cleared. */}
      {failure}
      {!whole && <p>{reason ?? "There are more orders than the console can check."}</p>}
      {orders.length === 0 ? (
        <Notice title="No missing orders" tone="good" actions={again}>
          <p>
            Every Processed order that changed since then is in a batch. The request may still be
            under way, so wait a few minutes and check again before you select “No orders changed”.
          </p>
        </Notice>
      ) : (
        <>
          <p role="status">
            {formatCount(orders.length, "order")} {orders.length === 1 ? "is" : "are"} Processed,
            changed after this batch was requested, and not in another batch.
          </p>
          <p>
            A batch changes all its orders at almost the same time. Clear any order that was changed
            by hand, or it may be fulfilled twice. Orders acknowledged or canceled since then are
            not listed.
          </p>
          <FoundOrders {...found} orders={orders}>
            {again}
          </FoundOrders>
        </>
      )}
    </>
  );
};

interface FoundOrdersProps {
  orders: readonly PurchaseOrder[];
  sourceName: (id: number | null | undefined) => string;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
  /** Further buttons beside the one that keeps the orders. */
  children?: ReactNode;
}

const listIds = (orders: readonly PurchaseOrder[]): number[] =>
  orders.flatMap(({ id }) => (typeof id === "number" ? [id] : []));

/** The selected orders: all until the user clears one. */
const useSelectedOrders = (orders: readonly PurchaseOrder[]) => {
  const all = listIds(orders);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const turn = (id: number) =>
    setLeft((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return {
    kept: all.filter((id) => !left.has(id)),
    turn,
    takeAll: () => setLeft(new Set()),
    takeNone: () => setLeft(new Set(all)),
  };
};

interface PickProps {
  order: PurchaseOrder;
  kept: readonly number[];
  onTurn: (id: number) => void;
}

const Pick = ({ order, kept, onTurn }: PickProps) => {
  const { id, purchaseOrderNumber } = order;
  return (
    <span className="receive__pick">
      <Checkbox
        aria-label={`Select order ${purchaseOrderNumber ?? id}`}
        checked={typeof id === "number" && kept.includes(id)}
        disabled={typeof id !== "number"}
        onChange={() => typeof id === "number" && onTurn(id)}
      />
      <OrderLink order={order} />
    </span>
  );
};

/**
 * Orders that may have come with a run, each with the time that distinguishes the run's orders from those moved by
 * hand.
 */
const FoundOrders = ({ orders, sourceName, busy, onKeep, children }: FoundOrdersProps) => {
  const { kept, turn, takeAll, takeNone } = useSelectedOrders(orders);
  return (
    <>
      <div className="row">
        <Button size="xs" onClick={takeAll}>
          Select all
        </Button>
        <Button size="xs" onClick={takeNone}>
          Clear selection
        </Button>
        <span role="status">
          {kept.length} of {formatCount(orders.length, "order")} selected
        </span>
      </div>
      <LongTable
        of="order"
        label="Orders that may belong to this batch"
        rows={orders}
        columns={[
          {
            header: "Order",
            cell: (order) => <Pick order={order} kept={kept} onTurn={turn} />,
          },
          {
            header: "Updated",
            cell: ({ lastModifiedAt: at }) =>
              at ? (
                <time className="receive__number" dateTime={at}>
                  {formatToSecond(at)}
                </time>
              ) : (
                "unknown"
              ),
          },
          ...orderFacts(sourceName),
        ]}
        none=""
      />
      <div className="row">
        <PermittedButton
          permission={receivedOrderOperations.settleReceivedOrders}
          variant="filled"
          disabled={busy || kept.length === 0}
          onClick={() => onKeep(kept)}
        >
          Add {formatCount(kept.length, "order")} to this batch
        </PermittedButton>
        {children}
      </div>
    </>
  );
};

/** Settles once, however often a button is pressed. The note is a draft until then. */
const useSettle = (id: number) => {
  const [note = "", setNote] = useDraft(`run.${id}.note`);
  const { sending, error, send } = useSending(async (settlement: SettlementRequest) => {
    const text = note.trim();
    const run = await settleReceivedOrders(id, {
      ...settlement,
      ...(text !== "" && { note: text }),
    });
    setNote(undefined);
    notify(
      settlement.kind === "found"
        ? `${formatCount(run.orderCount, "order")} added to the batch`
        : "Batch resolved",
    );
  });
  return { busy: sending, error, settle: send, note, setNote };
};

/** The result that a user enters where the check did not find the orders. */
const userResults = {
  "nothing-moved": {
    act: "No orders changed",
    meaning:
      "You checked that the request changed no orders. They are still in Processing and can be received again.",
  },
  "recovered-elsewhere": {
    act: "Recovered elsewhere",
    meaning: "You got the changed orders in another way. Enter in the note where they are.",
  },
} as const;
type UserResult = keyof typeof userResults;

interface UserResultsProps {
  id: number;
  busy: boolean;
  onSettle: (kind: UserResult) => void;
}

/** The number of orders that the last comparison found. */
const useFound = (id: number): number =>
  useQuery({ ...receivedOrdersCandidates(id), enabled: false }).data?.value.orders.length ?? 0;

/** The two ways to settle without orders; each needs a confirmation, since it ends the search for them. */
const UserResults = ({ id, busy, onSettle }: UserResultsProps) => {
  const [confirming, setConfirming] = useState<UserResult>();
  const found = useFound(id);
  return (
    <div className="row">
      {(Object.keys(userResults) as UserResult[]).map((kind) => (
        <PermittedButton
          key={kind}
          permission={receivedOrderOperations.settleReceivedOrders}
          disabled={busy}
          onClick={() => setConfirming(kind)}
        >
          {userResults[kind].act}
        </PermittedButton>
      ))}
      {confirming && (
        <ConfirmDialog
          title={`Resolve this batch as “${userResults[confirming].act}”?`}
          onCancel={() => setConfirming(undefined)}
          choices={[
            {
              label: userResults[confirming].act,
              onChoose: () => {
                setConfirming(undefined);
                onSettle(confirming);
              },
            },
          ]}
        >
          <p>{userResults[confirming].meaning}</p>
          {found > 0 && (
            <p>
              <strong>
                The check found {formatCount(found, "order")} that may belong to this batch.
              </strong>{" "}
              They won't be in any batch.
            </p>
          )}
          <p>This can't be undone. The console stops looking for the orders of this batch.</p>
        </ConfirmDialog>
      )}
    </div>
  );
};

interface SettleRunProps {
  run: ReceivedOrdersRunDetail;
  /** The source of the requested orders, in words. */
  source: string;
  sourceName: (id: number | null | undefined) => string;
}

/** An unknown run: what happened, the comparison with the API's list, and the user's result. */
export const SettleRun = ({ run, source, sourceName }: SettleRunProps) => {
  const [comparing, setComparing] = useState(false);
  const { busy, error, settle, note, setNote } = useSettle(run.id);
  return (
    <Sheet title="Resolve this batch">
      <div className="stack">
        <p className="receive__what">
          At {formatToSecond(run.requestedAt)} the console requested the orders of {source}, but the
          full response didn't arrive. Orders may have become Processed, and they won't come again.
          The console doesn't repeat this request.
        </p>
        {comparing ? (
          <ComparedOrders
            run={run}
            source={source}
            sourceName={sourceName}
            busy={busy}
            onKeep={(orderIds) => void settle({ kind: "found", orderIds })}
          />
        ) : (
          <div>
            <Button variant="filled" onClick={() => setComparing(true)}>
              Check the list of orders
            </Button>
          </div>
        )}
        <Textarea
          className="receive__note"
          label="Note for your team"
          rows={2}
          readOnly={useWhyForbidden(receivedOrderOperations.settleReceivedOrders) !== undefined}
          maxLength={maxSettlementNote}
          value={note}
          onChange={(event) => setNote(event.target.value || undefined)}
        />
        <UserResults id={run.id} busy={busy} onSettle={(kind) => void settle({ kind })} />
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </Sheet>
  );
};
