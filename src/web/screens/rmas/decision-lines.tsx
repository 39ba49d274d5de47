import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { decidableRmaStatuses, type Rma, type RmaItem } from "#contract/rmas.ts";
import type { CatalogLine } from "#contract/catalog.ts";
import { sharedEntries } from "#web/api/preferences.ts";
import { listKnownRmas } from "#web/api/rmas.ts";
import { toCents } from "#web/base/amounts.ts";
import { formatMoney, formatQuantity } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useValue } from "#web/base/value-store.ts";
import { FirstRows } from "#web/kit/first-rows.tsx";
import { LockableButton } from "#web/kit/button.tsx";
import { Code } from "#web/kit/values.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { SearchedOrder } from "#web/records/searched-order.tsx";
import { useCatalogLines } from "#web/records/catalog-lines.ts";
import { LineProduct } from "#web/records/line-product.tsx";
import {
  calculateCost,
  changeLines,
  countAvailable,
  fillCredit,
  lineFields,
  lineName,
  type LineState,
  type Side,
} from "./decision.ts";
import { KeyHint } from "./decision-keys.tsx";
import { Cell, detailFields, LineDetails, NumberField, StepField } from "./line-input.tsx";
import {
  createSnippets,
  listSuggestions,
  snippets,
  type Snippets,
  teamList,
  withTeamSnippets,
} from "./snippets.ts";
import type { DecisionState } from "./use-decision.ts";
import type { LineOrder } from "./rma-return.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import "./decision.css";

/** The two decisions, distinguished by word, icon and color. */
const sides = {
  approvedQuantity: {
    verb: "Approve",
    key: "A",
    sign: <IconCheck className="side-sign" data-side="approve" aria-hidden="true" />,
  },
  deniedQuantity: {
    verb: "Deny",
    key: "D",
    sign: <IconX className="side-sign" data-side="deny" aria-hidden="true" />,
  },
} as const;

interface RestButtonProps {
  side: Side;
  /** The units of one line, or of all lines. */
  of: { line: string } | "all";
  /** The reason why there is nothing to decide; undefined if there is something. */
  why: string | undefined;
  onRest: () => void;
}

/** Decides the remaining units. Stays focusable when there are none, so that the focus is not lost. */
const RestButton = ({ side, of, why, onRest }: RestButtonProps) => {
  const { verb, key, sign } = sides[side];
  const isAll = of === "all";
  return (
    <LockableButton
      size="xs"
      leftSection={sign}
      locked={why !== undefined}
      title={why ?? (isAll ? `${verb} the rest of all lines (${key})` : undefined)}
      aria-keyshortcuts={key}
      aria-label={isAll ? undefined : `${verb} rest of ${of.line}`}
      onClick={onRest}
    >
      {isAll ? `${verb} all remaining` : `${verb} rest`}
      {isAll && <KeyHint>{key}</KeyHint>}
    </LockableButton>
  );
};

const perRow = 8;
const maxBoxes = 24;
const [width, height, gap] = [10, 8, 2];

type UnitState = "approved" | "denied" | "open";

const Box = ({ state, index }: { state: UnitState; index: number }) => {
  const x = (index % perRow) * (width + gap) + 0.5;
  const y = Math.floor(index / perRow) * (height + gap) + 0.5;
  return (
    <g className={`unit-boxes__${state}`}>
      <rect x={x} y={y} width={width - 1} height={height - 1} rx="1" />
      {state === "denied" && (
        <path
          d={`M${x} ${y}l${width - 1} ${height - 1}m0 ${1 - height}l${1 - width} ${height - 1}`}
        />
      )}
    </g>
  );
};

/**
 * A line's units as boxes: filled if approved, crossed out if denied, empty if undecided. The fields beside it show
 * the same numbers, so it is hidden from screen readers; a line of many units has none.
 */
const UnitBoxes = ({ item }: { item: RmaItem }) => {
  const { quantity, approvedQuantity, deniedQuantity } = item;
  const [units, approved, denied] = [quantity ?? 0, approvedQuantity ?? 0, deniedQuantity ?? 0];
  if (units <= 0 || units > maxBoxes) return null;
  const stateOf = (unit: number): UnitState =>
    unit < approved ? "approved" : unit < approved + denied ? "denied" : "open";
  return (
    <span
      className="unit-boxes"
      aria-hidden="true"
      title="One box per unit: filled is approved, crossed out is denied, empty is undecided"
    >
      <svg
        width={Math.min(perRow, units) * (width + gap)}
        height={Math.ceil(units / perRow) * (height + gap)}
      >
        {Array.from({ length: units }, (_, unit) => (
          <Box key={unit} state={stateOf(unit)} index={unit} />
        ))}
      </svg>
    </span>
  );
};

const Ordered = ({ item, order }: { item: RmaItem; order: LineOrder }) => {
  const units = order.units.get(item);
  if (order.search.state === "loading") return <Skeleton width={18} />;
  return (
    <>
      <span>Ordered {formatQuantity(units?.ordered)}</span>{" "}
      <span>Shipped {formatQuantity(units?.shipped)}</span>{" "}
    </>
  );
};

/** The units of a line: ordered and shipped, where the order is searched, and received of those to return. */
const LineUnits = ({ item, order }: { item: RmaItem; order: LineOrder | undefined }) => {
  const { receivedQuantity: received, quantity } = item;
  const isPart = (received ?? 0) > 0 && (received ?? 0) < (quantity ?? 0);
  return (
    <span className="row line__counts faint small">
      {order && <Ordered item={item} order={order} />}
      <span data-part={isPart || undefined}>
        {received === null || received === undefined
          ? "Received –"
          : `Received ${formatQuantity(received)} of ${formatQuantity(quantity)}`}
      </span>
    </span>
  );
};

interface LineProps {
  line: LineState;
  state: DecisionState;
}

const SideCell = ({ line, state, side }: LineProps & { side: Side }) => {
  const { verb, sign } = sides[side];
  const most = countAvailable(line, side);
  const whyNoRest =
    line.fields.approvedQuantity.locked ??
    (line.remaining === 0 ? "All units of this line are decided" : undefined);
  return (
    <Cell
      area={side}
      label={
        <>
          {sign} {verb}
        </>
      }
    >
      <StepField line={line} state={state} field={side} label={verb} most={most} />
      <RestButton
        side={side}
        of={{ line: lineName(line.item) }}
        why={whyNoRest}
        onRest={() => state.decideRest(side, line.id)}
      />
    </Cell>
  );
};

/** Undecided units wait for a person only in a status in which they can be decided. */
const Units = ({ line: { after, remaining }, state }: LineProps) => (
  <Cell area="units" label="Undecided">
    <output
      className="line__remaining faint"
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
      onClick={() => state.change(changeLines(state.draft, [line], fillCredit))}
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
  product: CatalogLine | undefined;
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
        <LineProduct name={line.item.title || product?.title || name} product={product} />
      </strong>
      <span className="row line__sku faint small">
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
              state.change(changeLines(state.draft, [line], () => ({})));
            }}
          >
            Undo
          </UnstyledButton>
        )}
      </span>
      {!open && brief && <span className="faint small">{brief}</span>}
      <LineUnits item={line.item} order={order} />
      <span className="line__options faint small truncate">{product?.options}</span>
    </div>
  );
};

interface DecisionLineProps extends Omit<LineHeadProps, "open" | "onOpen"> {
  /** The suggestions of the text fields. */
  suggestions: Snippets;
}

/** One line of an RMA: the item, the decided units, and on demand its details. */
const DecisionLine = ({ line, state, product, order, suggestions }: DecisionLineProps) => {
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

/** The suggestions of the lines' text fields. */
const useSuggestions = (rma: Rma): Snippets => {
  const own = useValue(snippets);
  const { data: shared } = useQuery(sharedEntries(teamList));
  const saved = useMemo(() => withTeamSnippets(own, shared ?? []), [own, shared]);
  const others = useMemo(
    () => listKnownRmas().flatMap(({ id, items }) => (id === rma.id ? [] : items)),
    [rma.id],
  );
  return useMemo(
    () => createSnippets((field) => listSuggestions(field, saved, rma.items, others)),
    [saved, rma.items, others],
  );
};

interface DecisionLinesProps {
  rma: Rma;
  state: DecisionState;
  /** The order that the lines belong to; undefined where it isn't searched. */
  order?: LineOrder | undefined;
  /** Decides the rest of all lines; by default it only changes the draft. */
  decideRest?: (side: Side) => void;
}

/** The lines of one RMA with their decisions. */
export const DecisionLines = ({
  rma,
  state,
  order,
  decideRest = state.decideRest,
}: DecisionLinesProps): ReactNode => {
  const { locked, forbidden, whyNoRest: why } = state;
  const products = useCatalogLines({ lines: rma.items });
  const suggestions = useSuggestions(rma);
  const actionOf = (side: Side) =>
    (why ?? forbidden) === forbidden && {
      label: `${sides[side].verb} all remaining`,
      run: () => decideRest(side),
      locked: forbidden,
    };
  useScreenActions([actionOf("approvedQuantity"), actionOf("deniedQuantity")]);
  const rest = (side: Side) => (
    <RestButton side={side} of="all" why={why} onRest={() => decideRest(side)} />
  );
  return (
    <section className="sheet" aria-label="Lines">
      <div className="sheet__head">
        <h2>Lines</h2>
        <div className="row">
          {rest("approvedQuantity")}
          {rest("deniedQuantity")}
        </div>
      </div>
      {locked && <p className="lines__lock">{locked}</p>}
      {rma.items.length === 0 && <p className="sheet__body">This RMA has no lines.</p>}
      <FirstRows
        label="Search lines"
        of="line"
        rows={state.decision.lines}
        textsOf={({ item }) => [item.sku, item.title, item.returnReason, item.note]}
        keep={({ id, fields }) =>
          lineFields.some((field) => fields[field].problem ?? state.refusals[`${id}.${field}`])
        }
      >
        {(lines) => (
          <ol>
            {lines.map((line) => (
              <DecisionLine
                key={line.id}
                line={line}
                state={state}
                product={products?.get(line.item.sku ?? "")}
                suggestions={suggestions}
                order={order}
              />
            ))}
          </ol>
        )}
      </FirstRows>
      {order && rma.items.length > 0 && <SearchedOrder search={order.search} />}
    </section>
  );
};
