import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { decidableRmaStatuses } from "#contract/rmas.ts";
import { formatMoney, formatQuantity } from "#web/base/format.ts";
import type { CopiedLine } from "#web/api/product-copy/copied-lines.ts";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { Code } from "#web/kit/values.tsx";
import { toCents } from "#web/base/amount.ts";
import { fillCredit } from "./credit.ts";
import { decideRest, countAvailable, type Side } from "./decide.ts";
import type { LineState } from "./decision.ts";
import { resetLine } from "./draft-changes.ts";
import { detailFields, LineDetails } from "./line-details.tsx";
import { calculateCost, lineName } from "./line-fields.ts";
import { type LineOrder, LineUnits } from "./line-units.tsx";
import { NumberField, StepField } from "./line-input.tsx";
import { RestButton, sides } from "./rest-buttons.tsx";
import type { Snippets } from "./snippets.ts";
import { UnitBoxes } from "./unit-boxes.tsx";
import type { DecisionState } from "./use-decision.ts";

interface LineProps {
  line: LineState;
  state: DecisionState;
}

const Cell = ({
  area,
  label,
  children,
}: {
  area: string;
  label: ReactNode;
  children: ReactNode;
}) => (
  <div className={`line__cell line__cell--${area}`}>
    <span className="label line__label">{label}</span>
    {children}
  </div>
);

/** The reason why the rest of a line cannot be decided; undefined if it can. */
const whyNoRest = ({ fields, remaining }: LineState): string | undefined =>
  fields.approvedQuantity.locked ??
  (remaining === 0 ? "All units of this line are decided" : undefined);

const SideCell = ({ line, state, side }: LineProps & { side: Side }) => {
  const { verb, sign } = sides[side];
  return (
    <Cell
      area={side}
      label={
        <>
          {sign} {verb}
        </>
      }
    >
      <StepField
        line={line}
        state={state}
        field={side}
        label={verb}
        most={countAvailable(line, side)}
      />
      <RestButton
        side={side}
        of={{ line: lineName(line.item) }}
        why={whyNoRest(line)}
        onRest={() => state.change(decideRest(state.draft, line, side))}
      />
    </Cell>
  );
};

/** Undecided units wait for a person only in a status in which they can be decided. */
const Units = ({ line: { after, remaining }, state }: LineProps) => (
  <Cell area="units" label="Undecided">
    <output
      className="line__remaining"
      data-open={
        (remaining > 0 && decidableRmaStatuses.includes(state.decision.status.before)) || undefined
      }
    >
      {remaining > 0
        ? `${formatQuantity(remaining)} of ${formatQuantity(after.quantity)}`
        : "All decided"}
    </output>
    <UnitBoxes item={after} />
  </Cell>
);

/** Offers to credit the approved units at cost, if the credit is another amount. */
const CreditAtCost = ({ line, state }: LineProps) => {
  const { approvedQuantity, cost, creditedAmount } = line.after;
  const amount = calculateCost(line.after);
  if (line.fields.creditedAmount.locked !== undefined) return null;
  if (amount === 0 || amount === toCents(creditedAmount)) return null;
  return (
    <UnstyledButton
      className="line__suggest"
      onClick={() => state.change(fillCredit(state.draft, line))}
    >
      Fill {approvedQuantity} × {formatMoney(cost)} = {formatMoney(amount / 100)}
    </UnstyledButton>
  );
};

/** A summary of the folded details, in one line. */
const summarizeDetails = ({
  returnReason,
  returnCondition,
  note,
  cost,
}: LineState["after"]): string =>
  [returnReason, returnCondition, note, cost ? `Cost ${formatMoney(cost)}` : ""]
    .filter(Boolean)
    .join(" · ");

interface LineHeadProps extends LineProps {
  product: CopiedLine | undefined;
  /** Finds the units of lines in the order; undefined where it isn't searched. */
  order: LineOrder | undefined;
  open: boolean;
  onOpen: () => void;
}

const LineHead = ({ line, state, product, order, open, onOpen }: LineHeadProps) => {
  const name = lineName(line.item);
  const changed = Object.values(line.fields).some((field) => field.changed);
  const brief = summarizeDetails(line.after);
  return (
    <div className="line__what">
      <span className="line__picture" aria-hidden="true">
        <ProductPicture url={product?.picture} alt="" size="medium" />
      </span>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="line__sku">
        <Code value={line.item.sku} />
        <UnstyledButton
          className="line__suggest"
          aria-expanded={open}
          aria-label={`${open ? "Hide details" : "Details"} of ${name}`}
          onClick={onOpen}
        >
          {open ? "Hide" : "Details"}
        </UnstyledButton>
        {changed && (
          <UnstyledButton
            className="line__suggest"
            aria-label={`Undo changes of ${name}`}
            onClick={(event) => {
              event.currentTarget.closest("li")?.focus();
              state.change(resetLine(state.draft, line.id));
            }}
          >
            Undo
          </UnstyledButton>
        )}
      </span>
      {!open && brief && <span className="line__brief">{brief}</span>}
      <LineUnits item={line.item} order={order} />
      <span className="line__brief line__options truncate">{product?.options}</span>
    </div>
  );
};

interface DecisionLineProps extends Omit<LineHeadProps, "open" | "onOpen"> {
  /** The suggestions of the text fields. */
  suggestions: Snippets;
}

/** One line of an RMA: the item, the decided units, and on demand its details. */
export const DecisionLine = ({ line, state, product, order, suggestions }: DecisionLineProps) => {
  const { fields, item, id } = line;
  const [opened, setOpened] = useState(() => detailFields.some((field) => fields[field].changed));
  // An error is never hidden.
  const open =
    opened ||
    detailFields.some((field) => fields[field].problem ?? state.refusals[`${id}.${field}`]);
  return (
    <li
      className="line"
      tabIndex={-1}
      data-line={id}
      aria-label={lineName(item)}
      data-changed={Object.values(fields).some((field) => field.changed) || undefined}
    >
      <LineHead
        line={line}
        state={state}
        product={product}
        order={order}
        open={open}
        onOpen={() => setOpened(!open)}
      />
      <SideCell line={line} state={state} side="approvedQuantity" />
      <SideCell line={line} state={state} side="deniedQuantity" />
      <Units line={line} state={state} />
      <Cell area="creditedAmount" label="Credited amount">
        <NumberField line={line} state={state} field="creditedAmount" />
        <CreditAtCost line={line} state={state} />
      </Cell>
      {open && <LineDetails line={line} state={state} suggestions={suggestions} />}
    </li>
  );
};
