import { UnstyledButton } from "@mantine/core";
import { type HTMLAttributes, type ReactNode, useId } from "react";
import { money, quantity } from "#web/ui/format.ts";
import { Stepper } from "#web/ui/stepper.tsx";
import { Code } from "#web/ui/values.tsx";
import type { LineState } from "./decision.ts";
import { decideRest, resetLine, type Side, step } from "./draft-changes.ts";
import { fieldKinds, type LineField } from "./line-fields.ts";
import { RestButtons } from "./rest-buttons.tsx";
import { StowPlan } from "./stow-plan.tsx";
import type { DecisionState } from "./use-decision.ts";

interface LineProps {
  line: LineState;
  state: DecisionState;
}

/** How a line is called. */
export const lineName = ({ item, id }: LineState): string => item.title || item.sku || `Line ${id}`;

const problemOf = ({ line, state }: LineProps, field: LineField): string | undefined =>
  line.fields[field].problem ?? state.refusals[`${line.id}.${field}`];

const Cell = ({ area, label, children }: { area: string; label: string; children: ReactNode }) => (
  <div className={`line__cell line__cell--${area}`}>
    <span className="label line__label">{label}</span>
    {children}
  </div>
);

const Problem = ({ id, text }: { id: string; text: string | undefined }) => (
  <span className="field__error" id={id} role="status">
    {text}
  </span>
);

const SideCell = ({ line, state, side, verb }: LineProps & { side: Side; verb: string }) => {
  const id = useId();
  const field = line.fields[side];
  const problem = problemOf({ line, state }, side);
  return (
    <Cell area={side} label={verb}>
      <Stepper
        held={state.sending}
        label={`${verb}, ${lineName(line)}`}
        text={field.text}
        min={0}
        max={(line.after[side] ?? 0) + line.remaining}
        changed={field.changed}
        invalid={problem !== undefined}
        locked={field.locked}
        describedBy={`${id} approval-lock`}
        onText={(text) => state.type(line.item, side, text)}
        onStep={(by) => state.change(step(state.draft, line, side, by))}
      />
      <Problem id={id} text={problem} />
    </Cell>
  );
};

interface InputProps extends LineProps {
  field: LineField;
  area?: string;
  mode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  list?: string;
  after?: ReactNode;
}

const InputCell = ({ line, state, field, area = field, mode, list, after }: InputProps) => {
  const id = useId();
  const { label } = fieldKinds[field];
  const { text, changed, locked } = line.fields[field];
  const problem = problemOf({ line, state }, field);
  return (
    <Cell area={area} label={label}>
      <input
        className="input"
        inputMode={mode}
        list={list}
        autoComplete="off"
        aria-label={`${label}, ${lineName(line)}`}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id} ${id}-lock`}
        data-changed={changed || undefined}
        disabled={locked !== undefined}
        readOnly={state.sending}
        title={locked}
        value={text}
        onChange={(event) => state.type(line.item, field, event.target.value)}
      />
      {after}
      <Problem id={id} text={problem} />
      {locked && (
        <span className="visually-hidden" id={`${id}-lock`}>
          {locked}
        </span>
      )}
    </Cell>
  );
};

const Rest = ({ line, state }: LineProps) => {
  const { locked } = line.fields.approvedQuantity;
  const why = locked ?? (line.remaining === 0 ? "Every unit of this line is decided." : undefined);
  return (
    <Cell area="remaining" label="Remaining">
      <output className="line__remaining" data-open={line.remaining > 0 || undefined}>
        {quantity(line.remaining)}
      </output>
      <RestButtons
        of={lineName(line)}
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
    <li className="line" aria-label={lineName(line)} data-changed={changed || undefined}>
      <div className="line__what">
        <strong>
          <bdi>{lineName(line)}</bdi>
        </strong>
        <span className="line__sku">
          <Code value={line.item.sku} />
          {changed && (
            <UnstyledButton
              className="line__suggest"
              aria-label={`Undo changes of ${lineName(line)}`}
              onClick={() => state.change(resetLine(state.draft, line.id))}
            >
              Undo
            </UnstyledButton>
          )}
        </span>
        <StowPlan item={line.after} />
      </div>
      <InputCell line={line} state={state} field="quantity" mode="numeric" />
      <SideCell line={line} state={state} side="approvedQuantity" verb="Approve" />
      <SideCell line={line} state={state} side="deniedQuantity" verb="Deny" />
      <Rest line={line} state={state} />
      <Cell area="received" label="Received">
        <output>{quantity(line.item.receivedQuantity)}</output>
      </Cell>
      <Cell area="voided" label="Voided">
        <output>{quantity(line.item.voidedQuantity)}</output>
      </Cell>
      <InputCell
        line={line}
        state={state}
        field="creditedAmount"
        mode="decimal"
        after={<CreditAtCost line={line} state={state} />}
      />
      <div className="line__more">
        <InputCell
          line={line}
          state={state}
          field="returnCondition"
          area="more"
          list="line-conditions"
        />
        <InputCell line={line} state={state} field="returnReason" area="more" list="line-reasons" />
        <InputCell line={line} state={state} field="note" area="more" />
        <InputCell line={line} state={state} field="cost" area="more" mode="decimal" />
      </div>
      {locked && <p className="line__lock">Quantity is locked. {locked}</p>}
    </li>
  );
};
