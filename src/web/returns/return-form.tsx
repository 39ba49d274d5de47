import type { FormEvent } from "react";
import { type ReturnModel, returnStatuses } from "#contract/returns.ts";
import { keepReturn, readReturn, sendReturn } from "#web/api/returns.ts";
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

const statusWords: Readonly<Record<string, string>> = {
  open: "Open",
  closed: "Closed",
  cancelled: "Cancelled",
};

const StatusChoice = ({ form }: { form: Form }) => {
  const { returnStatus } = form.texts;
  const unnamed = !returnStatuses.some((known) => known === returnStatus);
  return (
    <fieldset className="field" aria-describedby="return-status-hint">
      <legend className="field__label">Status</legend>
      <div className="choices">
        {returnStatuses.map((status) => (
          <label
            key={status}
            data-changed={form.changed.returnStatus?.text === status || undefined}
          >
            <input
              type="radio"
              name="returnStatus"
              value={status}
              checked={returnStatus === status}
              onChange={() => form.type("returnStatus", status)}
            />
            {statusWords[status]}
          </label>
        ))}
      </div>
      <p className="field__hint" id="return-status-hint">
        {unnamed &&
          (returnStatus === ""
            ? "The record has no status."
            : `The record says “${returnStatus}”, which the API’s document does not name. It stays unless you choose.`)}
      </p>
      <p className="field__error" role="status">
        {form.refusals.returnStatus}
      </p>
    </fieldset>
  );
};

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
          phase={form.phase}
          canCheck={form.canCheck}
          onCheck={form.check}
          onAcknowledge={form.backToEditing}
          onResolve={form.resolve}
          question={<ReturnQuestion form={form} record={record} />}
        />
        <SaveBar form={form} />
      </form>
      <UnsavedGuard dirty={form.dirty} onDiscard={form.discard} />
    </Sheet>
  );
};
