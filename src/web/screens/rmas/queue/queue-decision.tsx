import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Rma } from "#contract/rmas.ts";
import { formatCount, formatMoney } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useSetting } from "#web/base/settings.ts";
import { isBusy } from "#web/editing/editing-plan.ts";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { LockableButton } from "#web/kit/button.tsx";
import { Moment } from "#web/kit/values.tsx";
import { PeekLink } from "#web/records/peek.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import {
  createLineActions,
  focusProblem,
  KeyHint,
  useDecisionKeys,
} from "#web/screens/rmas/decision-keys.tsx";
import { DecisionLines } from "#web/screens/rmas/decision-lines.tsx";
import {
  countUncredited,
  DecisionFigures,
  FillCredit,
  SaveOutcome,
} from "#web/screens/rmas/decision-result.tsx";
import { calculateDecision, lineName, listUnusual, type Side } from "#web/screens/rmas/decision.ts";
import { EvidencePane } from "#web/screens/rmas/lazy-evidence.tsx";
import { useEvidence } from "#web/screens/rmas/use-evidence.ts";
import { useRmaReturn } from "#web/screens/rmas/rma-return.ts";
import {
  type DecisionEditing,
  type DecisionState,
  useDecision,
} from "#web/screens/rmas/use-decision.ts";
import { passedMs, reportSaved } from "./use-queue.ts";

/** The consequence of closing the RMA, or what is unusual about its credit, shown before it is confirmed. */
const Question = ({ name, state: { decision } }: { name: string; state: DecisionState }) => {
  const uncredited = countUncredited(decision);
  const unusual = listUnusual(decision.lines).map(
    ({ item, unusualCredit }) => `${lineName(item)}: ${unusualCredit?.toLowerCase()}. `,
  );
  return (
    <>
      <strong>
        {decision.closes ? `Close ${name} as ${decision.status.after}?` : `Save this credit?`}
      </strong>{" "}
      Credit total: {formatMoney(decision.total.after / 100)}. {unusual}
      {decision.closes && uncredited > 0
        ? `${formatCount(uncredited, "approved unit")} without credit. `
        : ""}
      {decision.closes && "This can't be undone."}
    </>
  );
};

interface QueueBarProps {
  name: string;
  state: DecisionState;
  /** The button that saves: it has the focus while it asks. */
  main: RefObject<HTMLButtonElement | null>;
  status: QueueDecisionProps["status"];
  onSave: () => void;
}

/** Always visible: the totals before and after, undo, and the button that saves and goes on. */
const QueueBar = ({ name, state, main, status, onSave }: QueueBarProps) => {
  const { decision, saving } = state;
  const asks = saving.kind === "confirming";
  const why = state.whyNotSaved;
  return (
    <SaveBar
      stays
      save={{
        ref: main,
        className: "queue-save",
        label: (
          <>
            {asks && decision.closes
              ? `Save and close as ${decision.status.after}`
              : "Save and next"}{" "}
            <KeyHint>↵</KeyHint>
          </>
        ),
        locked: why !== undefined,
        "aria-keyshortcuts": "Enter",
        title: why,
        // The next RMA appears under the second click of a double click.
        onClick: ({ detail }) => detail < 2 && onSave(),
      }}
      why={
        asks ? <Question name={name} state={state} /> : status && !state.dirty ? status(why) : why
      }
      draft={state}
      figures={<DecisionFigures decision={decision} dirty={state.dirty} />}
    >
      <LockableButton
        locked={!state.canUndo}
        aria-keyshortcuts="U"
        title="Undo the last unsaved change (U)"
        onClick={() => state.undo()}
      >
        Undo <KeyHint>U</KeyHint>
      </LockableButton>
      <FillCredit state={state} />
    </SaveBar>
  );
};

/** Whether this RMA is open for so long that more may be read: nothing is requested for one that is passed. */
const useSettled = (atOnce: boolean): boolean => {
  const [isSettled, setSettled] = useState(atOnce);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), passedMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
};

const Facts = ({ rma, source }: { rma: Rma; source: string }) => (
  <p className="row queue-decision__facts small">
    <bdi>{source}</bdi>
    <span>
      Created <Moment at={rma.createdAt} />
    </span>
    <span>Goods: {describeReceived(rma.shipmentReceivedStatus)}</span>
    {rma.returnId ? (
      <PeekLink kind="returns" id={rma.returnId} name={`Return ${rma.returnId}`} />
    ) : null}
    <Link to="/rmas/$id" params={{ id: String(rma.id) }}>
      Full details
    </Link>
  </p>
);

interface QueueDecisionProps {
  id: number;
  rma: Rma;
  source: string;
  /** Its place in the queue, and the buttons to others. */
  nav: ReactNode;
  /** Whether the person came here from another RMA of the queue. */
  takesFocus: boolean;
  /** What became of earlier saves, on a phone: a line above the decision would move it. */
  status?: (otherwise: ReactNode) => ReactNode;
  /** Whether the evidence is below the lines, not in a pane beside them. */
  hasEvidence: boolean;
  /** Shows the decision until the queue is left. */
  onShown: (editing: DecisionEditing) => void;
  /** Opens the next RMA, while this one is saved. */
  onGoOn: () => void;
}

/** The decision on the open RMA of the queue. */
export const QueueDecision = (props: QueueDecisionProps) => {
  const { id, rma, source, nav, takesFocus, status, hasEvidence, onShown, onGoOn } = props;
  const state = useDecision(id, rma, reportSaved);
  const holdMs = Number(useSetting("undoTime")) * 1_000;
  const isSettled = useSettled(!takesFocus);
  const evidence = useEvidence(id, isSettled);
  const { order } = useRmaReturn(isSettled && evidence.lacksOrder ? rma : undefined);
  const { editing, decision, saving } = state;
  useEffect(() => onShown(editing), [onShown, editing]);
  const heading = useRef<HTMLHeadingElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const asks = saving.kind === "confirming";
  useEffect(() => {
    if (!takesFocus || document.activeElement?.closest(".decision__outcome")) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
    // Where the whole page scrolls, as on a phone, each RMA begins at the same place.
    scrollTo(0, 0);
  }, [takesFocus]);
  useEffect(() => {
    if (asks) main.current?.focus({ preventScroll: true });
  }, [asks]);
  const start = (how: "save" | "confirm") => {
    if (state.forbidden !== undefined) return;
    void editing[how](holdMs);
    if (isBusy(editing.state.get().phase)) onGoOn();
  };
  const save = () => {
    if (decision.problems.length > 0) focusProblem();
    else start("save");
  };
  /** The last decision of an RMA leads to the question at once, so that Enter answers it. */
  const review = () => {
    const after = calculateDecision(rma, editing.document.get());
    if (after.asks && after.problems.length === 0) editing.review();
  };
  const rest = (side: Side, line?: number) => {
    if (state.locked !== undefined) return;
    state.decideRest(side, line);
    review();
  };
  const accept = (line?: number) => {
    if (state.accept(evidence.proposals, line)) review();
  };
  const onEnter = () => (asks ? main.current?.focus() : save());
  // The queue's own U also takes back a save.
  const { undo: _, ...lineActions } = createLineActions(state, { decideRest: rest, accept });
  useDecisionKeys({ ...lineActions, save: onEnter, submit: onEnter });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onMain = () => {
    if (asks) start("confirm");
    else save();
  };
  useScreenActions([
    state.dirty &&
      !state.sending && { label: "Save and next", run: onMain, locked: state.forbidden },
    state.canUndo && { label: "Undo the last change", run: state.undo },
  ]);
  const name = rmaName(rma);
  return (
    <form
      className="decision stack queue-decision"
      onSubmit={onSubmit}
      noValidate
      aria-label={name}
      data-saves-on-enter
    >
      <header className="row queue-decision__head">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <RmaStatusBadge status={rma.rmaStatus} />
        {nav}
        <Facts rma={rma} source={source} />
      </header>
      <SaveOutcome state={state} />
      <DecisionLines
        rma={rma}
        state={state}
        order={evidence.lacksOrder ? order : undefined}
        evidence={evidence}
        decideRest={(side) => rest(side)}
        onAccept={accept}
      />
      {hasEvidence && <EvidencePane rma={rma} sourceName={source} evidence={evidence} />}
      <QueueBar name={name} state={state} main={main} status={status} onSave={onMain} />
    </form>
  );
};
