import { Button, UnstyledButton } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import {
  countUndecidedUnits,
  decidableRmaStatuses,
  type Rma,
  type RmaItem,
} from "#contract/rmas.ts";
import type { CatalogLine } from "#contract/catalog.ts";
import { sharedEntries } from "#web/api/preferences.ts";
import { listKnownRmas } from "#web/api/rmas.ts";
import { toCents } from "#web/base/amounts.ts";
import { formatCount, formatMoney, formatQuantity } from "#web/base/format.ts";
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
import { describeSince } from "./evidence-facts.ts";
import { Cell, detailFields, LineDetails, NumberField, StepField } from "./line-input.tsx";
import { listProposed } from "./proposal.ts";
import { ProposalRow } from "./proposal-row.tsx";
import {
  createSnippets,
  listSuggestions,
  snippets,
  type Snippets,
  teamList,
  withTeamSnippets,
} from "./snippets.ts";
import type { DecisionState } from "./use-decision.ts";
import type { RmaEvidence } from "./use-evidence.ts";
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
  /** The reason why there is nothing to decide; undefined if there is something. */
  why: string | undefined;
  onRest: () => void;
}

/** Decides all undecided units. Stays focusable when there are none, so that the focus is not lost. */
const RestButton = ({ side, why, onRest }: RestButtonProps) => {
  const { verb, key, sign } = sides[side];
  return (
    <LockableButton
      size="xs"
      leftSection={sign}
      locked={why !== undefined}
      title={why ?? `${verb} the rest of all lines (${key})`}
      aria-keyshortcuts={key}
      onClick={onRest}
    >
      {verb} all remaining
      <KeyHint>{key}</KeyHint>
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

interface KnownUnits {
  ordered: number | null | undefined;
  shipped: number | null | undefined;
}

interface LineUnitsProps {
  item: RmaItem;
  /** Finds the units in the order; undefined where it isn't searched. */
  order: LineOrder | undefined;
  evidence: RmaEvidence;
}

/** The units of a line: ordered and shipped where they are known. */
const findUnits = ({ item, order, evidence }: LineUnitsProps): KnownUnits | undefined => {
  const { ordered } = evidence.lines.get(item.id ?? 0) ?? {};
  return ordered
    ? { ordered: ordered.units, shipped: ordered.shippedUnits }
    : order?.search.state === "loading"
      ? undefined
      : order?.units.get(item);
};

/** What is known of a line: its units, its price, and how long after delivery it came back. Its height is reserved. */
const LineUnits = (props: LineUnitsProps) => {
  const { item, order, evidence } = props;
  const { receivedQuantity: received, quantity } = item;
  const line = evidence.lines.get(item.id ?? 0);
  const units = findUnits(props);
  const isPart = (received ?? 0) > 0 && (received ?? 0) < (quantity ?? 0);
  const isLoading = evidence.isPending || (!units && order?.search.state === "loading");
  const since = line && describeSince(line, evidence.data?.rma?.date);
  return (
    <span
      className="row line__counts faint small"
      data-known={evidence.isPending || line !== undefined || undefined}
    >
      {isLoading && <Skeleton width={18} />}
      {units && (
        <>
          <span>Ordered {formatQuantity(units.ordered)}</span>{" "}
          <span>Shipped {formatQuantity(units.shipped)}</span>{" "}
        </>
      )}
      <span data-part={isPart || undefined}>
        {received === null || received === undefined
          ? "Received –"
          : `Received ${formatQuantity(received)} of ${formatQuantity(quantity)}`}
      </span>
      {line?.pricePaid !== undefined && <span>Paid {formatMoney(line.pricePaid)} each</span>}
      {since && <span>{since}</span>}
    </span>
  );
};

interface LineProps {
  line: LineState;
  state: DecisionState;
}

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
      title={`${formatQuantity(approvedQuantity)} × ${formatMoney(cost)}`}
      onClick={() => state.change(changeLines(state.draft, [line], fillCredit))}
    >
      Fill {formatMoney(amount / 100)}
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
  order: LineOrder | undefined;
  evidence: RmaEvidence;
  open: boolean;
  onOpen: () => void;
}

const LineHead = ({ line, state, product, order, evidence, open, onOpen }: LineHeadProps) => {
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
        {product?.options && <span className="line__options truncate">{product.options}</span>}
      </span>
      {!open && brief && <span className="faint small">{brief}</span>}
      <LineUnits item={line.item} order={order} evidence={evidence} />
    </div>
  );
};

interface DecisionLineProps extends Omit<LineHeadProps, "open" | "onOpen"> {
  /** The suggestions of the text fields. */
  suggestions: Snippets;
  onAccept: (line: number) => void;
}

/** One line of an RMA: the item, the decided units, and on demand its details. */
const DecisionLine = (props: DecisionLineProps) => {
  const { line, state, product, order, evidence, suggestions, onAccept } = props;
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
        evidence={evidence}
        open={open}
        onOpen={() => setOpened(!open)}
      />
      <SideCell line={line} state={state} side="approvedQuantity" />
      <SideCell line={line} state={state} side="deniedQuantity" />
      <Units line={line} state={state} />
      <Cell
        area="creditedAmount"
        label={
          <>
            Credit <CreditAtCost line={line} state={state} />
          </>
        }
      >
        <NumberField line={line} state={state} field="creditedAmount" />
      </Cell>
      {countUndecidedUnits(item) > 0 && (
        <ProposalRow
          rmaId={state.id}
          line={line}
          evidence={evidence}
          onAccept={() => onAccept(id)}
        />
      )}
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
  evidence: RmaEvidence;
  /** Decides the rest of all lines; by default it only changes the draft. */
  decideRest?: (side: Side) => void;
  /** Decides a line, or all, as is proposed. */
  onAccept: (line?: number) => void;
}

/** The lines of one RMA with their decisions. */
export const DecisionLines = ({
  rma,
  state,
  order,
  evidence,
  decideRest = state.decideRest,
  onAccept,
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
  const proposed = listProposed(state.decision.lines, evidence.proposals).length;
  const accept = { label: "Accept proposals", run: () => onAccept() };
  useScreenActions([
    actionOf("approvedQuantity"),
    actionOf("deniedQuantity"),
    proposed > 0 && accept,
  ]);
  const rest = (side: Side) => <RestButton side={side} why={why} onRest={() => decideRest(side)} />;
  return (
    <section className="sheet lines" aria-label="Lines">
      <div className="sheet__head">
        <h2>Lines</h2>
        <div className="row">
          {proposed > 1 && (
            <Button size="xs" variant="light" aria-keyshortcuts="S" onClick={accept.run}>
              Accept {formatCount(proposed, "proposal")} <KeyHint>S</KeyHint>
            </Button>
          )}
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
                evidence={evidence}
                onAccept={onAccept}
              />
            ))}
          </ol>
        )}
      </FirstRows>
      {order && rma.items.length > 0 && <SearchedOrder search={order.search} />}
    </section>
  );
};
