import type { ReturnModel } from "#contract/returns.ts";
import { rmaName } from "#web/ui/rma-name.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted, money } from "#web/ui/format.ts";
import type { RecordForm } from "#web/ui/use-record-form.ts";
import { refundShift, type ReturnField, undecidedRmas } from "./return-changes.ts";
import { returnName } from "./return-status.tsx";

const acts: Readonly<Record<string, { verb: string; doing: string }>> = {
  closed: { verb: "Close", doing: "Closing" },
  cancelled: { verb: "Cancel", doing: "Cancelling" },
};

/** Asked before a return is closed or cancelled: everything that happens with it, and what does not. */
export const ReturnQuestion = ({
  form,
  record,
}: {
  form: RecordForm<ReturnModel, ReturnField>;
  record: ReturnModel;
}) => {
  const status = form.changed.returnStatus?.text ?? "";
  const { verb, doing } = acts[status] ?? { verb: "Change", doing: "Changing" };
  const open = undecidedRmas(record);
  const { total } = refundShift(record, form.texts);
  const synced = form.texts.syncRefundChangesToOrder === "Yes";
  return (
    <ConfirmDialog
      title={`${verb} ${returnName(record)}?`}
      cancelLabel="Go back"
      onCancel={form.back}
      choices={[
        {
          label: `${verb} the return`,
          kind: status === "cancelled" ? "danger" : "primary",
          onChoose: form.send,
        },
      ]}
    >
      <ul>
        <li>
          Its status becomes <strong>{status}</strong>. The API’s document does not say from which
          statuses a return may come back, so opening it again may be refused.
        </li>
        <li>
          Its refund stands at <strong>{money(total.after / 100)}</strong>; changes of the refund{" "}
          {synced ? "go" : "do not go"} to the order.
        </li>
        {open.map(({ rma, units }) => (
          <li key={rma.id ?? rmaName(rma)}>
            {rmaName(rma)} still has {counted(units, "undecided unit")}. {doing} the return decides
            none of them.
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
};
