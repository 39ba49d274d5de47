import type { FormEvent } from "react";
import { type ReturnModel, type ReturnStatus, returnStatuses } from "#contract/returns.ts";
import { keepReturn, readReturn, sendReturn } from "#web/api/returns.ts";
import { ChoiceField, unnamedValue } from "#web/ui/choice-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormOutcome } from "#web/ui/form-outcome.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { type RecordForm, useRecordForm } from "#web/ui/use-record-form.ts";
import {
  normalText,
  type ReturnField,
  returnLabels,
  returnProblems,
  returnRequest,
  returnTexts,
} from "./return-changes.ts";
import { RefundTotals } from "./refund-totals.tsx";
import { ReturnQuestion } from "./return-question.tsx";
import { returnName } from "./return-status.tsx";

type Form = RecordForm<ReturnModel, ReturnField>;

const statusOptions = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
  { value: "cancelled", label: "Cancelled" },
] satisfies { value: ReturnStatus; label: string }[];

const StatusChoice = ({ form }: { form: Form }) => (
  <ChoiceField
    legend="Status"
    options={statusOptions}
    value={form.texts.returnStatus}
    changed={form.changed.returnStatus?.text}
    hint={unnamedValue(returnStatuses, form.texts.returnStatus)}
    error={form.refusals.returnStatus}
    onChoose={(status) => form.type("returnStatus", status)}
  />
);

const Adjustment = ({ form }: { form: Form }) => (
  <Field
    id="refund-adjustment"
    label="Refund adjustment"
    hint="Added to the subtotal; below zero takes away."
    error={form.problems.refundAdjustment ?? form.refusals.refundAdjustment}
  >
    {(tie) => (
      <input
        {...tie}
        inputMode="decimal"
        autoComplete="off"
        data-changed={form.changed.refundAdjustment ? true : undefined}
        value={form.texts.refundAdjustment}
        onChange={(event) => form.type("refundAdjustment", event.target.value)}
      />
    )}
  </Field>
);

const Sync = ({ form }: { form: Form }) => {
  const { syncRefundChangesToOrder: text } = form.texts;
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={text === "Yes"}
          onChange={(event) =>
            form.type("syncRefundChangesToOrder", event.target.checked ? "Yes" : "No")
          }
        />
        <span>
          Refund changes go to the order
          {form.changed.syncRefundChangesToOrder && (
            <span className="return__was">
              {" "}
              (was {form.before.syncRefundChangesToOrder || "not set"})
            </span>
          )}
        </span>
      </label>
      {text === "" && <p className="field__hint">The record does not say; so far it is not set.</p>}
      <p className="field__error" role="status">
        {form.refusals.syncRefundChangesToOrder}
      </p>
    </div>
  );
};

const useReturnForm = (id: number, record: ReturnModel) =>
  useRecordForm<ReturnModel, ReturnField>({
    key: `return.${id}`,
    record,
    labels: returnLabels,
    textsOf: returnTexts,
    normal: normalText,
    problemsOf: (texts) => returnProblems(texts, returnTexts(record)),
    asks: ({ returnStatus }) => ["closed", "cancelled"].includes(returnStatus?.text ?? ""),
    read: () => readReturn(id),
    send: (_, changed) => sendReturn(id, returnRequest(changed)),
    keep: (answer) => keepReturn(id, answer),
    savedWords: (now) => `Saved: ${returnName(now)} is ${now.status ?? "without a status"}.`,
    fieldOf: (path) => (Object.keys(returnLabels) as ReturnField[]).find((field) => field === path),
  });

/** What can be changed of a return, what that comes to, and its way to the API. */
export const ReturnForm = ({ id, record }: { id: number; record: ReturnModel }) => {
  const form = useReturnForm(id, record);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Sheet title="Refund and status">
      <form className="return__form" onSubmit={onSubmit} noValidate aria-label="Refund and status">
        <StatusChoice form={form} />
        <Adjustment form={form} />
        <Sync form={form} />
        <RefundTotals record={record} texts={form.texts} />
        <FormOutcome
          noun="return"
          form={form}
          question={<ReturnQuestion form={form} record={record} />}
        />
        <SaveBar form={form} />
      </form>
      <UnsavedGuard dirty={form.dirty} onDiscard={form.discard} />
    </Sheet>
  );
};
