import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  maxSettlementNote,
  type ReceivedOrdersRunDetail,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { receivedOrdersCandidates, settleReceivedOrders } from "#web/api/received-orders.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted, toTheSecond } from "#web/ui/format.ts";
import { notify } from "#web/ui/notify.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { ComparedOrders } from "./compared-orders.tsx";

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

/** What a person says became of a run, where comparing did not find its orders. */
const sayings = {
  "nothing-moved": {
    act: "Nothing was moved",
    meaning:
      "You have made sure that the call moved no order: they are still in Processing, and can be received again.",
  },
  "recovered-elsewhere": {
    act: "Recovered elsewhere",
    meaning:
      "You have got the orders that the call moved in another way. Write into the note where they are.",
  },
} as const;
type Saying = keyof typeof sayings;

interface SayingsProps {
  id: number;
  busy: boolean;
  onSay: (kind: Saying) => void;
}

/** How many orders the last comparing found, where there was one. */
const useFound = (id: number): number =>
  useQuery({ ...receivedOrdersCandidates(id), enabled: false }).data?.value.orders.length ?? 0;

/** The two ways to settle without orders; each is asked about, as it ends the looking for them. */
const Sayings = ({ id, busy, onSay }: SayingsProps) => {
  const [asked, setAsked] = useState<Saying>();
  const found = useFound(id);
  return (
    <div className="row">
      {(Object.keys(sayings) as Saying[]).map((kind) => (
        <Button key={kind} disabled={busy} onClick={() => setAsked(kind)}>
          {sayings[kind].act}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={`Settle run ${id}: ${sayings[asked].act.toLowerCase()}?`}
          onCancel={() => setAsked(undefined)}
          choices={[
            {
              label: sayings[asked].act,
              onChoose: () => {
                setAsked(undefined);
                onSay(asked);
              },
            },
          ]}
        >
          <p>{sayings[asked].meaning}</p>
          {found > 0 && (
            <p>
              <strong>Comparing found {counted(found, "order")} that may have come with it.</strong>{" "}
              They would be in no run.
            </p>
          )}
          <p>
            This cannot be taken back: the run is settled, and its orders are looked for no more.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
};

interface SettleRunProps {
  run: ReceivedOrdersRunDetail;
  /** Whose orders were asked for, in words. */
  source: string;
  sourceName: (id: number | null | undefined) => string;
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
          The API was asked at {toTheSecond(run.requestedAt)} for the orders of {source}, and its
          answer did not arrive whole. It may have moved orders to Processed all the same, and does
          not hand them out again. Nothing is repeated by itself.
        </p>
        {comparing ? (
          <ComparedOrders
            run={run}
            source={source}
            sourceName={sourceName}
            busy={busy}
            onKeep={(orderIds) => void settle({ kind: "found", orderIds, ...said })}
          />
        ) : (
          <div>
            <Button variant="filled" onClick={() => setComparing(true)}>
              Compare with the list of orders
            </Button>
          </div>
        )}
        <Textarea
          label="Note for later"
          rows={2}
          maxLength={maxSettlementNote}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Sayings id={run.id} busy={busy} onSay={(kind) => void settle({ kind, ...said })} />
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </Sheet>
  );
};
