import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  maxSettlementNote,
  type ReceivedOrdersRunDetail,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { receivedOrdersCandidates, settleReceivedOrders } from "#web/api/received-orders.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted, dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";
import { PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { orderColumns } from "./run-orders.tsx";

type Run = ReceivedOrdersRunDetail;
type NameOf = (id: number | null | undefined) => string;

/** Settles once, however often a button is pressed. */
const useSettle = (id: number) => {
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const settle = async (settlement: SettlementRequest) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const run = await settleReceivedOrders(id, settlement);
      notify(
        settlement.kind === "found"
          ? `${counted(run.orderCount, "order")} kept with run ${id}.`
          : `Run ${id} is settled.`,
      );
    } catch (failure) {
      setError(failure);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { busy, error, settle };
};

const Note = ({ text, onType }: { text: string; onType: (text: string) => void }) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Note, for whoever looks here later</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={maxSettlementNote}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
};

interface FoundProps {
  orders: readonly PurchaseOrder[];
  sourceName: NameOf;
  busy: boolean;
  onKeep: (orderIds: number[]) => void;
}

const idsOf = (orders: readonly PurchaseOrder[]): number[] =>
  orders.flatMap(({ id }) => (typeof id === "number" ? [id] : []));

/** The orders that moved since and are in no run; all of them are taken unless somebody says otherwise. */
const FoundOrders = ({ orders, sourceName, busy, onKeep }: FoundProps) => {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const ids = idsOf(orders).filter((id) => !left.has(id));
  const turn = (id: number) =>
    setLeft((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <PlainTable
        label="Orders that moved since"
        rows={orders}
        columns={[
          {
            header: "Keep",
            cell: (order) => (
              <input
                type="checkbox"
                aria-label={`Keep order ${order.purchaseOrderNumber ?? order.id}`}
                checked={typeof order.id === "number" && !left.has(order.id)}
                disabled={typeof order.id !== "number"}
                onChange={() => typeof order.id === "number" && turn(order.id)}
              />
            ),
          },
          ...orderColumns(sourceName),
        ]}
        none=""
      />
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={busy || ids.length === 0}
        onClick={() => onKeep(ids)}
      >
        Keep {counted(ids.length, "order")} with this run
      </button>
    </>
  );
};

/** What a person does who cannot compare by machine. */
const ByHand = ({ run, source, reason }: { run: Run; source: string; reason: string }) => (
  <Notice title="A person has to find out" tone="waiting">
    <p>{reason}</p>
    <ol>
      <li>
        Open the API’s own screens, or ask whoever runs {source}, for orders that became Processed
        at {dateTime(run.requestedAt)} or just after.
      </li>
      <li>
        If there are none, choose “Nothing was moved”: the orders are still in Processing, and can
        be received again.
      </li>
      <li>
        If there are some, get them from there to whoever fulfils them, choose “Recovered elsewhere”
        and write into the note where they are.
      </li>
    </ol>
  </Notice>
);

interface ComparedProps extends Omit<FoundProps, "orders"> {
  run: Run;
  source: string;
}

const Compared = ({ run, source, ...found }: ComparedProps) => {
  const query = useQuery(receivedOrdersCandidates(run.id));
  if (query.isPending) return <p role="status">Comparing with the list of orders …</p>;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const { comparable, reason, orders, whole } = query.data.value;
  if (!comparable)
    return (
      <ByHand
        run={run}
        source={source}
        reason={reason ?? "This upstream has no list of orders to compare with."}
      />
    );
  return (
    <>
      {!whole && <p>{reason ?? "There were more orders than are looked through."}</p>}
      {orders.length === 0 ? (
        <Notice title="No order is missing" tone="good">
          <p>
            Every order that became Processed since then is in another run. So nothing was moved:
            choose that below.
          </p>
        </Notice>
      ) : (
        <>
          <p role="status">
            {counted(orders.length, "order")} became Processed since the run began and{" "}
            {orders.length === 1 ? "is" : "are"} in no other run. Somebody else may have moved some
            of them by hand: leave those out.
          </p>
          <FoundOrders {...found} orders={orders} />
        </>
      )}
    </>
  );
};

interface SettleRunProps {
  run: Run;
  /** Whose orders were asked for, in words. */
  source: string;
  sourceName: NameOf;
}

/** An unknown run: what happened, comparing with the API's list, and what a person says became of it. */
export const SettleRun = ({ run, source, sourceName }: SettleRunProps) => {
  const [comparing, setComparing] = useState(false);
  const [note, setNote] = useState("");
  const { busy, error, settle } = useSettle(run.id);
  const said = note.trim() === "" ? {} : { note: note.trim() };
  return (
    <Sheet title="Find out what became of it">
      <div className="stack">
        <p>
          The API was asked at {dateTime(run.requestedAt)} for the orders of {source}, and its
          answer did not arrive whole. It may have moved orders to Processed all the same, and does
          not hand them out again. Nothing is repeated by itself.
        </p>
        {comparing ? (
          <Compared
            run={run}
            source={source}
            sourceName={sourceName}
            busy={busy}
            onKeep={(orderIds) => void settle({ kind: "found", orderIds, ...said })}
          />
        ) : (
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => setComparing(true)}
          >
            Compare with the list of orders
          </button>
        )}
        <Note text={note} onType={setNote} />
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void settle({ kind: "nothing-moved", ...said })}
          >
            Nothing was moved
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void settle({ kind: "recovered-elsewhere", ...said })}
          >
            Recovered elsewhere
          </button>
        </div>
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </Sheet>
  );
};
