import { formatCount, formatMoney, formatQuantity } from "#web/base/format.ts";
import { RmaStatusBadge } from "#web/records/rma-status.tsx";
import type { Decision } from "./decision.ts";

interface Change {
  before: number;
  after: number;
}

const Figure = ({
  label,
  change,
  show,
  minor,
}: {
  label: string;
  change: Change;
  show: (value: number) => string;
  /** Hidden if space is short. */
  minor?: boolean;
}) => (
  <div data-changed={change.before !== change.after || undefined} data-minor={minor}>
    <dt className="label">{label}</dt>
    <dd>
      {change.before !== change.after && (
        <>
          <s>
            <span className="visually-hidden">was </span>
            {show(change.before)}
          </s>
          <span aria-hidden="true"> → </span>
        </>
      )}
      <strong>{show(change.after)}</strong>
    </dd>
  </div>
);

const formatCents = (cents: number) => formatMoney(cents / 100);

/** The totals of a decision before and after. */
export const DecisionFigures = ({ decision, dirty }: { decision: Decision; dirty: boolean }) => {
  const { status, undecided, approved, denied, subtotal, adjustment, total } = decision;
  return (
    <>
      <dl className="decision-bar__figures">
        <Figure label="Undecided" change={undecided} show={formatQuantity} />
        <Figure minor label="Approved" change={approved} show={formatQuantity} />
        <Figure minor label="Denied" change={denied} show={formatQuantity} />
        <Figure minor label="Credit subtotal" change={subtotal} show={formatCents} />
        <Figure
          minor
          label="Adjustment"
          change={{ before: adjustment, after: adjustment }}
          show={formatCents}
        />
        <Figure label="Credit total" change={total} show={formatCents} />
        <div>
          <dt className="label">Status {status.before !== status.after && "after saving"}</dt>
          <dd>
            <RmaStatusBadge status={status.after} />
          </dd>
        </div>
      </dl>
      <p className="visually-hidden" role="status">
        {dirty &&
          `${formatCount(undecided.after, "unit")} undecided, credit total ${formatCents(total.after)}, status ${status.after}`}
      </p>
    </>
  );
};
