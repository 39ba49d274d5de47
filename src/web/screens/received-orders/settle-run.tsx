import { useWhyForbidden } from "#web/base/permissions.ts";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  maxSettlementNote,
  receivedOrderOperations,
  type ReceivedOrdersRunDetail,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { receivedOrdersCandidates, settleReceivedOrders } from "#web/api/received-orders.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { useDraft } from "#web/editing/draft.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount, formatToSecond } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { ComparedOrders } from "./compared-orders.tsx";

/** Settles once, however often a button is pressed. The note is a draft until then. */
const useSettle = (id: number) => {
  const [note = "", setNote] = useDraft<string>(`run.${id}.note`);
  const { sending, error, send } = useSending(async (settlement: SettlementRequest) => {
    const text = note.trim();
    const run = await settleReceivedOrders(id, {
      ...settlement,
      ...(text !== "" && { note: text }),
    });
    setNote(undefined);
    notify(
      settlement.kind === "found"
        ? `${formatCount(run.orderCount, "order")} added to run ${id}`
        : `Run ${id} settled`,
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
          title={`Settle run ${id} as “${userResults[confirming].act}”?`}
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
                The check found {formatCount(found, "order")} that may belong to this run.
              </strong>{" "}
              They won't be in any run.
            </p>
          )}
          <p>This can't be undone. The console stops looking for the orders of this run.</p>
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
    <Sheet title="Settle this run">
      <div className="stack">
        <p className="receive__what">
          At {formatToSecond(run.requestedAt)} this run requested the orders of {source}, but the
          full response didn't arrive. The API may have changed orders to Processed and won't return
          them again. The console doesn't repeat this request.
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
