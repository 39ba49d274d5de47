import {
  type ReturnModel,
  returnOperations,
  returnStatuses,
  type ReturnUpdate,
} from "#contract/returns.ts";
import { cacheReturn, readReturn, sendReturn } from "#web/api/returns.ts";
import { writeAmount } from "#web/base/amount.ts";
import { defineFields } from "#web/editing/define-fields.tsx";
import { CheckField, ChoiceField, TextField, unnamedValue } from "#web/editing/form-fields.tsx";
import { FormOutcome } from "#web/editing/form-outcome.tsx";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { useRecordForm } from "#web/editing/use-record-form.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import { countUndecided, readAdjustment } from "./refund.ts";
import { RefundTotals } from "./refund-totals.tsx";
import { ReturnQuestion } from "./return-question.tsx";

const normalAdjustment = (text: string): string => {
  const value = readAdjustment(text);
  return value === undefined ? text.trim() : writeAmount(value);
};

const whyAdjustmentUnfit = (text: string, before: string): string | undefined => {
  if (normalAdjustment(text) === before) return undefined;
  if (text.trim() === "") return "Enter 0 instead of clearing the amount";
  return readAdjustment(text) === undefined
    ? "Enter an amount like 12.50 or -4, without commas"
    : undefined;
};

/** The fields that can be changed (api 4.5), then those that a decision depends on. */
export const returnFields = defineFields<ReturnModel, ReturnUpdate>()({
  returnStatus: {
    label: "Status",
    of: ({ status }) => status,
    send: (text) => returnStatuses.find((known) => known === text),
    control: (field, { texts }) => (
      <ChoiceField
        {...field}
        options={returnStatuses.map((value) => ({ value, label: returnStatusName(value) }))}
        hint={unnamedValue(returnStatuses, texts.returnStatus)}
      />
    ),
  },
  refundAdjustment: {
    label: "Refund adjustment",
    of: ({ refundAdjustment }) => writeAmount(refundAdjustment),
    normal: normalAdjustment,
    why: (text, _, before) => whyAdjustmentUnfit(text, before.refundAdjustment),
    send: readAdjustment,
    control: (field) => (
      <TextField
        {...field}
        hint="Added to the subtotal. Enter a negative amount to reduce the refund."
        // The numeric keyboards of iOS have no minus.
        inputMode="text"
      />
    ),
  },
  syncRefundChangesToOrder: {
    label: "Sync refund changes to order",
    of: ({ syncRefundChangesToOrder: is }) =>
      is === null || is === undefined ? "" : is ? "Yes" : "No",
    send: (text) => text === "Yes",
    control: ({ label, ...field }, { texts, before }) => (
      <CheckField
        {...field}
        on="Yes"
        off="No"
        label={
          <>
            {label}
            {field.changed && (
              <span className="return__was">
                {" "}
                (was {before?.syncRefundChangesToOrder || "not set"})
              </span>
            )}
          </>
        }
        hint={texts.syncRefundChangesToOrder === "" && "Not set yet"}
      />
    ),
  },
  refundSubtotal: {
    label: "Refund subtotal",
    of: ({ refundSubtotal }) => writeAmount(refundSubtotal),
  },
  shipmentReceivedStatus: {
    label: "Goods",
    of: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  },
  rmas: {
    label: "RMAs",
    of: ({ rmas = [] }) =>
      rmas
        .map((rma) => `${rmaName(rma)} ${rma.rmaStatus ?? "–"}, ${countUndecided(rma)} undecided`)
        .join("; "),
  },
});

/** The form for a return: its fields, the resulting refund, and saving. */
export const ReturnForm = ({ id, record }: { id: number; record: ReturnModel }) => {
  const form = useRecordForm({
    ...returnFields.forRecord(record),
    key: `return.${id}`,
    permission: returnOperations.updateReturn,
    record,
    asks: ({ returnStatus }) => ["closed", "cancelled"].includes(returnStatus?.text ?? ""),
    read: () => readReturn(id),
    send: (_, changed, sending) => sendReturn(id, returnFields.toChanges(changed), sending),
    keep: (answer) => cacheReturn(id, answer),
    savedWords: (now) => `${returnName(now)} saved. Status: ${returnStatusName(now.status)}`,
  });
  const { refundAdjustment, syncRefundChangesToOrder } = form.texts;
  return (
    <Sheet title="Refund and status">
      <form
        className="return__form"
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Refund and status"
      >
        <returnFields.Controls form={form} />
        <RefundTotals record={record} adjustment={refundAdjustment} />
        <FormOutcome
          noun="return"
          form={form}
          question={
            <ReturnQuestion
              record={record}
              status={form.changed.returnStatus?.text ?? ""}
              adjustment={refundAdjustment}
              synced={syncRefundChangesToOrder === "Yes"}
              onCancel={form.back}
              onSend={form.send}
            />
          }
        />
        <SaveBar form={form} />
      </form>
      <UnsavedGuard dirty={form.dirty} saving={form.busy} onDiscard={form.discard} />
    </Sheet>
  );
};
