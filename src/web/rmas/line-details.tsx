import type { ReactNode } from "react";
import { formatQuantity } from "#web/ui/format.ts";
import type { LineState } from "./decision.ts";
import { NumberField, TextField } from "./line-input.tsx";
import type { LineField } from "./line-fields.ts";
import type { DecisionState } from "./use-decision.ts";

/** The fields in a line's details, which a decision seldom needs. */
export const detailFields = [
  "returnReason",
  "returnCondition",
  "note",
  "cost",
  "quantity",
] as const satisfies readonly LineField[];

const Detail = ({
  area,
  label,
  children,
}: {
  area: string;
  label: string;
  children: ReactNode;
}) => (
  <div className={`line__cell line__cell--${area}`}>
    <span className="label line__caption">{label}</span>
    {children}
  </div>
);

/** The other fields of a line, editable or not. */
export const LineDetails = ({ line, state }: { line: LineState; state: DecisionState }) => {
  const { locked } = line.fields.quantity;
  return (
    <div className="line__more">
      <Detail area="reason" label="Reason">
        <TextField line={line} state={state} field="returnReason" list="line-returnReason" />
      </Detail>
      <Detail area="condition" label="Condition">
        <TextField line={line} state={state} field="returnCondition" list="line-returnCondition" />
      </Detail>
      <Detail area="note" label="Note">
        <TextField line={line} state={state} field="note" list="line-note" />
      </Detail>
      <Detail area="cost" label="Cost">
        <NumberField line={line} state={state} field="cost" />
      </Detail>
      <Detail area="quantity" label="Quantity">
        <NumberField line={line} state={state} field="quantity" />
      </Detail>
      <Detail area="received" label="Received">
        <output>{formatQuantity(line.item.receivedQuantity)}</output>
      </Detail>
      <Detail area="voided" label="Voided">
        <output>{formatQuantity(line.item.voidedQuantity)}</output>
      </Detail>
      {locked && <p className="line__lock">Quantity is locked. {locked}</p>}
    </div>
  );
};
