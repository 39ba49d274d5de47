import type { ReturnModel } from "#contract/returns.ts";
import type { Texts } from "#web/ui/field-draft.ts";
import { money } from "#web/ui/format.ts";
import { refundShift, type ReturnField, type Shift } from "./return-changes.ts";

const inMoney = (cents: number): string => money(cents / 100);

const Amount = ({ label, shift, strong }: { label: string; shift: Shift; strong?: boolean }) => {
  const changed = shift.before !== shift.after;
  return (
    <div data-strong={strong} data-changed={changed || undefined}>
      <dt>{label}</dt>
      <dd>
        {changed && (
          <>
            <s>
              <span className="visually-hidden">was </span>
              {inMoney(shift.before)}
            </s>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <span>{inMoney(shift.after)}</span>
      </dd>
    </div>
  );
};

/** The refund before and after the changes, in whole cents, updated while the user types. */
export const RefundTotals = ({
  record,
  texts,
}: {
  record: ReturnModel;
  texts: Texts<ReturnField>;
}) => {
  const { subtotal, adjustment, total, lines } = refundShift(record, texts);
  return (
    <div className="refund">
      <dl>
        <Amount label="Refund subtotal" shift={{ before: subtotal, after: subtotal }} />
        <Amount label="Adjustment" shift={adjustment} />
        <Amount label="Refund total" shift={total} strong />
      </dl>
      {lines !== undefined && (
        <p className="faint">
          The lines add up to {inMoney(lines)}. The subtotal shown is the one from the API.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {total.before !== total.after && `Refund total ${inMoney(total.after)}`}
      </p>
    </div>
  );
};
