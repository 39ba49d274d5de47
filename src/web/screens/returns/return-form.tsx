import { type ReturnModel, returnOperations, returnStatuses } from "#contract/returns.ts";
import { cacheReturn, readReturn, sendReturn } from "#web/api/returns.ts";
import { formatCount, formatMoney } from "#web/base/format.ts";
import type { Texts } from "#web/editing/field-draft.ts";
import { CheckField, ChoiceField, TextField, unnamedValue } from "#web/editing/form-fields.tsx";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import { SaveBar } from "#web/editing/form-bars.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { type RecordForm, useRecordForm } from "#web/editing/record-form.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { rmaName } from "#web/records/rma-name.ts";
import {
  type AmountChange,
  calculateRefund,
  normalText,
  type ReturnField,
  returnLabels,
  returnRequest,
  returnSchema,
  returnTexts,
  undecidedRmas,
  unrefundedLines,
} from "./return-changes.ts";

const formatCents = (cents: number): string => formatMoney(cents / 100);

const Amount = ({
  label,
  shift,
  strong,
}: {
  label: string;
  shift: AmountChange;
  strong?: boolean;
}) => {
  const changed = shift.before !== shift.after;
  return (
    <div data-strong={strong} data-changed={changed || undefined}>
      <dt>{label}</dt>
      <dd>
        {changed && (
          <>
            <s>
              <span className="visually-hidden">was </span>
              {formatCents(shift.before)}
            </s>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <span>{formatCents(shift.after)}</span>
      </dd>
    </div>
  );
};

/** The refund before and after the changes, in whole cents, updated while the user types. */
const RefundTotals = ({ record, texts }: { record: ReturnModel; texts: Texts<ReturnField> }) => {
  const { subtotal, adjustment, total, lines } = calculateRefund(record, texts);
  return (
    <div className="refund">
      <dl>
        <Amount label="Refund subtotal" shift={{ before: subtotal, after: subtotal }} />
        <Amount label="Adjustment" shift={adjustment} />
        <Amount label="Refund total" shift={total} strong />
      </dl>
      {lines !== undefined && (
        <p className="faint">
          The lines add up to {formatCents(lines)}. The subtotal shown is the one from the API.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {total.before !== total.after && `Refund total ${formatCents(total.after)}`}
      </p>
    </div>
  );
};

const acts: Readonly<Record<string, { verb: string; doing: string }>> = {
  closed: { verb: "Close", doing: "Closing" },
  cancelled: { verb: "Cancel", doing: "Canceling" },
};

/** Confirms closing or cancelling a return: lists everything that happens with it, and what does not. */
const ReturnQuestion = ({
  form,
  record,
}: {
  form: RecordForm<ReturnModel, ReturnField>;
  record: ReturnModel;
}) => {
  const status = form.changed.returnStatus?.text ?? "";
  const { verb, doing } = acts[status] ?? { verb: "Change", doing: "Changing" };
  const open = undecidedRmas(record);
  const { total } = calculateRefund(record, form.texts);
  const synced = form.texts.syncRefundChangesToOrder === "Yes";
  return (
    <ConfirmDialog
      title={`${verb} ${returnName(record)}?`}
      cancelLabel={status === "cancelled" ? "Keep return" : "Cancel"}
      onCancel={form.back}
      choices={[
        {
          label: `${verb} return`,
          kind: status === "cancelled" ? "danger" : "primary",
          onChoose: form.send,
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

type Form = RecordForm<ReturnModel, ReturnField>;

const statusOptions = returnStatuses.map((value) => ({ value, label: returnStatusName(value) }));

const Sync = ({ form }: { form: Form }) => {
  const { syncRefundChangesToOrder: was } = form.before;
  return (
    <CheckField
      {...form.register("syncRefundChangesToOrder")}
      on="Yes"
      off="No"
      label={
        <>
          Sync refund changes to order
          {form.changed.syncRefundChangesToOrder && (
            <span className="return__was small"> (was {was || "not set"})</span>
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
      <form className="stack" onSubmit={form.onSubmit} noValidate aria-label="Refund and status">
        <ChoiceField
          {...form.register("returnStatus")}
          label="Status"
          options={statusOptions}
          hint={unnamedValue(returnStatuses, form.texts.returnStatus)}
        />
        <TextField
          {...form.register("refundAdjustment")}
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
