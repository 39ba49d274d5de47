import "./decision.css";
import { type ReactNode, useMemo } from "react";
import { type Rma, whyApprovalLocked } from "#contract/rmas.ts";
import { listKnownRmas } from "#web/api/rmas.ts";
import { FirstRows } from "#web/kit/first-rows.tsx";
import { SearchedOrder } from "#web/records/searched-order.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useValue } from "#web/base/value-store.ts";
import { DecisionLine } from "./decision-line.tsx";
import { decideRestOfAll, type Side } from "./decide.ts";
import { lineFields } from "./line-fields.ts";
import type { LineOrder } from "./line-units.tsx";
import { RestButton, sides } from "./rest-buttons.tsx";
import { createSnippets, listSuggestions, snippets, type Snippets } from "./snippets.ts";
import { useCopiedLines } from "#web/records/use-copied-lines.ts";
import type { DecisionState } from "./use-decision.ts";

/** The suggestions of the lines' text fields. */
const useSuggestions = (rma: Rma): Snippets => {
  const saved = useValue(snippets);
  const others = useMemo(
    () => listKnownRmas().flatMap(({ id, items }) => (id === rma.id ? [] : items)),
    [rma.id],
  );
  return useMemo(
    () => createSnippets((field) => listSuggestions(field, saved, rma.items, others)),
    [saved, rma.items, others],
  );
};

/** The reason why no line can be decided: the person's role, or the RMA's status. */
export const whyLinesLocked = (rma: Rma, { forbidden }: DecisionState): string | undefined =>
  forbidden ?? whyApprovalLocked(rma);

/** The reason why no line has undecided units; undefined if one has. */
export const whyNothingToDecide = (rma: Rma, state: DecisionState): string | undefined =>
  whyLinesLocked(rma, state) ??
  (state.decision.undecided.after === 0 ? "All units are decided" : undefined);

interface DecisionLinesProps {
  rma: Rma;
  state: DecisionState;
  /** The order that the lines belong to; undefined where it isn't searched. */
  order?: LineOrder | undefined;
  /** Decides the rest of all lines; by default it only changes the draft. */
  onRest?: (side: Side) => void;
}

/** The lines of one RMA with their decisions. */
export const DecisionLines = ({ rma, state, order, onRest }: DecisionLinesProps): ReactNode => {
  const locked = whyLinesLocked(rma, state);
  const why = whyNothingToDecide(rma, state);
  const products = useCopiedLines(rma);
  const suggestions = useSuggestions(rma);
  const decideRest =
    onRest ??
    ((side: Side) => state.change(decideRestOfAll(state.draft, state.decision.lines, side)));
  const actionOf = (side: Side) =>
    (why ?? state.forbidden) === state.forbidden && {
      label: `${sides[side].verb} all remaining`,
      run: () => decideRest(side),
      locked: state.forbidden,
    };
  useScreenActions([actionOf("approvedQuantity"), actionOf("deniedQuantity")]);
  const rest = (side: Side) => <RestButton side={side} of="all" why={why} onRest={decideRest} />;
  return (
    <section className="sheet lines" aria-label="Lines">
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
