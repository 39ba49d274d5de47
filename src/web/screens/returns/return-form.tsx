import {
  type ReturnModel,
  returnOperations,
  returnStatuses,
  type ReturnUpdate,
} from "#contract/returns.ts";
import { cacheReturn, readReturn, sendReturn } from "#web/api/returns.ts";
import { writeAmount } from "#web/base/amounts.ts";
import { formatCount, formatMoney, sentenceCase } from "#web/base/format.ts";
import { defineFields } from "#web/editing/define-fields.tsx";
import { FormBar } from "#web/editing/form-bars.tsx";
import { CheckField, ChoiceField, TextField, unnamedValue } from "#web/editing/form-fields.tsx";
import { useRecordForm } from "#web/editing/record-form.ts";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import {
  type AmountChange,
  calculateRefund,
  countUndecided,
  readAdjustment,
  undecidedRmas,
  unrefundedLines,
} from "./refund.ts";

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
const RefundTotals = ({
  record,
  adjustment: typed,
}: {
  record: ReturnModel;
  adjustment: string;
}) => {
  const { subtotal, adjustment, total, lines } = calculateRefund(record, typed);
  return (
    <div className="refund">
      <dl>
        <Amount label="Refund subtotal" shift={{ before: subtotal, after: subtotal }} />
        <Amount label="Adjustment" shift={adjustment} />
        <Amount label="Refund total" shift={total} strong />
      </dl>
      {lines !== undefined && (
        <p className="faint">
          The lines add up to {formatCents(lines)}. The subtotal shown is the one from the service.
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
          The service may not allow you to reopen the return.
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
              <span className="signal small">
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
        .map(
          (rma) =>
            `${rmaName(rma)} ${sentenceCase(rma.rmaStatus ?? "–")}, ${countUndecided(rma)} undecided`,
        )
        .join("; "),
  },
});

/** Approved lines whose customer gets nothing: said before a person closes the return. */
const Unrefunded = ({ record }: { record: ReturnModel }) => {
  const lines = unrefundedLines(record);
  if (lines.length === 0) return null;
  return (
    <Notice title={`${formatCount(lines.length, "approved line")} without a refund`} tone="waiting">
      <ul>
        {lines.map(({ name, units }) => (
          <li key={name}>
            <bdi>{name}</bdi>: {formatCount(units, "unit")} approved
          </li>
        ))}
      </ul>
      <p>Refund the customer in the channel, or add the amount as an adjustment.</p>
    </Notice>
  );
};

/** The form for a return: its fields, the resulting refund, and saving. */
export const ReturnForm = ({ id, record }: { id: number; record: ReturnModel }) => {
  const form = useRecordForm({
    ...returnFields.forRecord(record),
    key: `return.${id}`,
    permission: returnOperations.updateReturn,
    record,
    asks: ({ returnStatus }) => ["closed", "cancelled"].includes(returnStatus?.text ?? ""),
    read: () => readReturn(id),
    toRequest: (_, changed) => returnFields.toChanges(changed),
    send: (request, sending) => sendReturn(id, request, sending),
    keep: (answer) => cacheReturn(id, answer),
    savedWords: (now) => `${returnName(now)} saved. Status: ${returnStatusName(now.status)}`,
  });
  const { refundAdjustment, syncRefundChangesToOrder } = form.texts;
  return (
    <Sheet title="Refund and status">
      <form className="stack" onSubmit={form.onSubmit} noValidate aria-label="Refund and status">
        <returnFields.Controls form={form} />
        <RefundTotals record={record} adjustment={refundAdjustment} />
        <Unrefunded record={record} />
        <FormOutcome
          noun="return"
          form={form}
          record={{ resource: "returns", id }}
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
        <FormBar form={form} />
      </form>
    </Sheet>
  );
};
