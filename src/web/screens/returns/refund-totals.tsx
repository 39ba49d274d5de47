import type { ReturnModel } from "#contract/returns.ts";
import { formatMoney } from "#web/base/format.ts";
import { type AmountChange, calculateRefund } from "./refund.ts";

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
export const RefundTotals = ({
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
          The lines add up to {formatCents(lines)}. The subtotal shown is the one from the API.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {total.before !== total.after && `Refund total ${formatCents(total.after)}`}
      </p>
    </div>
  );
};
