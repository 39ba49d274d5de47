import type { ReactNode } from "react";
import { formatQuantity } from "#web/base/format.ts";
import type { LineState } from "./decision.ts";
import { NumberField, TextField } from "./line-input.tsx";
import type { LineField } from "./line-fields.ts";
import type { SnippetField, Snippets } from "./snippets.ts";
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

interface LineDetailsProps {
  line: LineState;
  state: DecisionState;
  suggestions: Snippets;
}

/** The other fields of a line, editable or not. */
export const LineDetails = ({ line, state, suggestions }: LineDetailsProps) => {
  const { locked } = line.fields.quantity;
  const text = (field: SnippetField) => (
    <TextField line={line} state={state} field={field} suggestions={suggestions[field]} />
  );
  return (
    <div className="line__more">
      <Detail area="reason" label="Reason">
        {text("returnReason")}
      </Detail>
      <Detail area="condition" label="Condition">
        {text("returnCondition")}
      </Detail>
      <Detail area="note" label="Note">
        {text("note")}
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
