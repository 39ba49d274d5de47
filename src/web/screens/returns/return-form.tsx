import { type ReturnModel, returnOperations, returnStatuses } from "#contract/returns.ts";
import { cacheReturn, readReturn, sendReturn } from "#web/api/returns.ts";
import { CheckField, ChoiceField, TextField, unnamedValue } from "#web/editing/form-fields.tsx";
import { FormOutcome } from "#web/editing/form-outcome.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { type RecordForm, useRecordForm } from "#web/editing/use-record-form.ts";
import {
  normalText,
  type ReturnField,
  returnLabels,
  returnRequest,
  returnSchema,
  returnTexts,
} from "./return-changes.ts";
import { RefundTotals } from "./refund-totals.tsx";
import { ReturnQuestion } from "./return-question.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";

type Form = RecordForm<ReturnModel, ReturnField>;

const statusOptions = returnStatuses.map((value) => ({ value, label: returnStatusName(value) }));

const Sync = ({ form }: { form: Form }) => {
  const { syncRefundChangesToOrder: was } = form.before;
  return (
    <CheckField
      {...form.tie("syncRefundChangesToOrder")}
      on="Yes"
      off="No"
      label={
        <>
          Sync refund changes to order
          {form.changed.syncRefundChangesToOrder && (
            <span className="return__was"> (was {was || "not set"})</span>
          )}
        </>
      }
      hint={form.texts.syncRefundChangesToOrder === "" && "Not set yet"}
    />
  );
};

const useReturnForm = (id: number, record: ReturnModel) =>
  useRecordForm<ReturnModel, ReturnField>({
    key: `return.${id}`,
    permission: returnOperations.updateReturn,
    record,
    labels: returnLabels,
    textsOf: returnTexts,
    normal: normalText,
    schema: returnSchema(returnTexts(record)),
    asks: ({ returnStatus }) => ["closed", "cancelled"].includes(returnStatus?.text ?? ""),
    read: () => readReturn(id),
    send: (_, changed, sending) => sendReturn(id, returnRequest(changed), sending),
    keep: (answer) => cacheReturn(id, answer),
    savedWords: (now) => `${returnName(now)} saved. Status: ${returnStatusName(now.status)}`,
    fieldOf: (path) => (Object.keys(returnLabels) as ReturnField[]).find((field) => field === path),
  });

/** The form for a return: its fields, the resulting refund, and saving. */
export const ReturnForm = ({ id, record }: { id: number; record: ReturnModel }) => {
  const form = useReturnForm(id, record);
  return (
    <Sheet title="Refund and status">
      <form
        className="return__form"
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Refund and status"
      >
        <ChoiceField
          {...form.tie("returnStatus")}
          label="Status"
          options={statusOptions}
          hint={unnamedValue(returnStatuses, form.texts.returnStatus)}
        />
        <TextField
          {...form.tie("refundAdjustment")}
          label="Refund adjustment"
          hint="Added to the subtotal. Enter a negative amount to reduce the refund."
          // The numeric keyboards of iOS have no minus.
          inputMode="text"
        />
        <Sync form={form} />
        <RefundTotals record={record} texts={form.texts} />
        <FormOutcome
          noun="return"
          form={form}
          question={<ReturnQuestion form={form} record={record} />}
        />
        <SaveBar form={form} />
      </form>
      <UnsavedGuard dirty={form.dirty} saving={form.busy} onDiscard={form.discard} />
    </Sheet>
  );
};
