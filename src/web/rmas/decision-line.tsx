import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { money, quantity } from "#web/ui/format.ts";
import { Code } from "#web/ui/values.tsx";
import type { LineState } from "./decision.ts";
import { decideRest, mostUnits, resetLine, type Side } from "./draft-changes.ts";
import { NumberField, StepField, TextField } from "./line-input.tsx";
import { lineName } from "./line-fields.ts";
import { RestButtons } from "./rest-buttons.tsx";
import { StowPlan } from "./stow-plan.tsx";
import type { DecisionState } from "./use-decision.ts";

interface LineProps {
  line: LineState;
  state: DecisionState;
}

const Cell = ({ area, label, children }: { area: string; label: string; children: ReactNode }) => (
  <div className={`line__cell line__cell--${area}`}>
    <span className="label line__label">{label}</span>
    {children}
  </div>
);

const SideCell = ({ line, state, side, verb }: LineProps & { side: Side; verb: string }) => (
  <Cell area={side} label={verb}>
    <StepField line={line} state={state} field={side} label={verb} most={mostUnits(line, side)} />
  </Cell>
);

const Rest = ({ line, state }: LineProps) => {
  const { locked } = line.fields.approvedQuantity;
  const why = locked ?? (line.remaining === 0 ? "Every unit of this line is decided." : undefined);
  return (
    <Cell area="remaining" label="Remaining">
      <output className="line__remaining" data-open={line.remaining > 0 || undefined}>
        {quantity(line.remaining)}
      </output>
      <RestButtons
        of={lineName(line.item)}
        why={why}
        onRest={(side) => state.change(decideRest(state.draft, line, side))}
      />
    </Cell>
  );
};

/** What crediting the approved units at cost would come to, offered where something else stands there. */
const CreditAtCost = ({ line, state }: LineProps) => {
  const approved = line.after.approvedQuantity ?? 0;
  const cents = approved * Math.round((line.after.cost ?? 0) * 100);
  const same = Math.round((line.after.creditedAmount ?? 0) * 100) === cents;
  if (approved === 0 || cents === 0 || same) return null;
  return (
    <UnstyledButton
      className="line__suggest"
      onClick={() => state.type(line.item, "creditedAmount", (cents / 100).toFixed(2))}
    >
      {approved} × {money(line.after.cost)} = {money(cents / 100)}
    </UnstyledButton>
  );
};

/** One line of an RMA: what it is, what is decided, and everything about it that can be changed. */
export const DecisionLine = ({ line, state }: LineProps) => {
  const changed = Object.values(line.fields).some((field) => field.changed);
  const locked = line.fields.quantity.locked;
  return (
    <li className="line" aria-label={lineName(line.item)} data-changed={changed || undefined}>
      <div className="line__what">
        <strong>
          <bdi>{lineName(line.item)}</bdi>
        </strong>
        <span className="line__sku">
          <Code value={line.item.sku} />
          {changed && (
            <UnstyledButton
              className="line__suggest"
              aria-label={`Undo changes of ${lineName(line.item)}`}
              onClick={() => state.change(resetLine(state.draft, line.id))}
            >
              Undo
            </UnstyledButton>
          )}
        </span>
        <StowPlan item={line.after} />
      </div>
      <Cell area="quantity" label="Quantity">
        <NumberField line={line} state={state} field="quantity" />
      </Cell>
      <SideCell line={line} state={state} side="approvedQuantity" verb="Approve" />
      <SideCell line={line} state={state} side="deniedQuantity" verb="Deny" />
      <Rest line={line} state={state} />
      <Cell area="received" label="Received">
        <output>{quantity(line.item.receivedQuantity)}</output>
      </Cell>
      <Cell area="voided" label="Voided">
        <output>{quantity(line.item.voidedQuantity)}</output>
      </Cell>
      <Cell area="creditedAmount" label="Credited amount">
        <NumberField line={line} state={state} field="creditedAmount" />
        <CreditAtCost line={line} state={state} />
      </Cell>
      <div className="line__more">
        <Cell area="more" label="Condition">
          <TextField line={line} state={state} field="returnCondition" list="line-conditions" />
        </Cell>
        <Cell area="more" label="Reason">
          <TextField line={line} state={state} field="returnReason" list="line-reasons" />
        </Cell>
        <Cell area="more" label="Note">
          <TextField line={line} state={state} field="note" />
        </Cell>
        <Cell area="more" label="Cost">
          <NumberField line={line} state={state} field="cost" />
        </Cell>
      </div>
      {locked && <p className="line__lock">Quantity is locked. {locked}</p>}
    </li>
  );
};
