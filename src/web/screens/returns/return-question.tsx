import type { ReturnModel } from "#contract/returns.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { calculateRefund, undecidedRmas, unrefundedLines } from "./refund.ts";
import { returnName, returnStatusName } from "#web/records/return-name.ts";

const acts: Readonly<Record<string, { verb: string; doing: string }>> = {
  closed: { verb: "Close", doing: "Closing" },
  cancelled: { verb: "Cancel", doing: "Canceling" },
};

/** Confirms closing or cancelling a return: lists everything that happens with it, and what does not. */
export const ReturnQuestion = ({
  record,
  status,
  adjustment,
  synced,
  onCancel,
  onSend,
}: {
  record: ReturnModel;
  /** The new status. */
  status: string;
  /** The adjustment as typed. */
  adjustment: string;
  /** Whether refund changes sync to the order. */
  synced: boolean;
  onCancel: () => void;
  onSend: () => void;
}) => {
  const { verb, doing } = acts[status] ?? { verb: "Change", doing: "Changing" };
  const open = undecidedRmas(record);
  const { total } = calculateRefund(record, adjustment);
  return (
    <ConfirmDialog
      title={`${verb} ${returnName(record)}?`}
      cancelLabel={status === "cancelled" ? "Keep return" : "Cancel"}
      onCancel={onCancel}
      choices={[
        {
          label: `${verb} return`,
          kind: status === "cancelled" ? "danger" : "primary",
          onChoose: onSend,
        },
      ]}
    >
      <ul>
        <li>
          The status becomes <strong>{returnStatusName(status as ReturnModel["status"])}</strong>.
          The API may not allow you to reopen the return.
        </li>
        <li>
          The refund is <strong>{formatMoney(total.after / 100)}</strong>. Refund changes{" "}
          {synced ? "sync" : "don't sync"} to the order.
        </li>
        {status === "closed" &&
          unrefundedLines(record).map(({ name, units }) => (
            <li key={name}>
              {name} has {formatCount(units, "approved unit")} and no refund to the customer.
            </li>
          ))}
        {open.map(({ rma, units }) => (
          <li key={rma.id ?? rmaName(rma)}>
            {rmaName(rma)} still has {formatCount(units, "undecided unit")}. {doing} the return
            doesn't decide them.
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
};
