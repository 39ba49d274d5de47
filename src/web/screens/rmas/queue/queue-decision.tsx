import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Rma } from "#contract/rmas.ts";
import { isBusy } from "#web/editing/save-machine.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { Moment } from "#web/kit/values.tsx";
import { decideRestOfAll, type Side } from "#web/screens/rmas/decide.ts";
import { DecisionLines, whyLinesLocked } from "#web/screens/rmas/decision-lines.tsx";
import { viewDecision } from "#web/screens/rmas/decision-plan.ts";
import { createLineActs } from "#web/screens/rmas/line-acts.ts";
import { SaveOutcome } from "#web/screens/rmas/save-outcome.tsx";
import { useDecision } from "#web/screens/rmas/use-decision.ts";
import { useRmaReturn } from "#web/screens/rmas/use-rma-return.ts";
import { QueueBar } from "./queue-bar.tsx";
import { useQueueKeys } from "./use-queue-keys.ts";
import { passedMs } from "./use-read-ahead.ts";

/** Whether this RMA is open for so long that its order may be searched: nothing is requested for one that is passed. */
const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), passedMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
};

const Facts = ({ rma, source }: { rma: Rma; source: string }) => (
  <p className="queue-decision__facts">
    <bdi>{source}</bdi>
    <span>
      Created <Moment at={rma.createdAt} />
    </span>
    <span>Goods: {describeReceived(rma.shipmentReceivedStatus)}</span>
    {rma.returnId ? (
      <Link to="/returns/$id" params={{ id: String(rma.returnId) }}>
        Return {rma.returnId}
      </Link>
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
  onSaved: (words: string) => void;
  /** When a save has ended, however it did. */
  onEnded: (id: number) => void;
  /** Opens the next RMA, while this one is saved. */
  onGoOn: () => void;
}

/** The decision on the open RMA of the queue. */
export const QueueDecision = (props: QueueDecisionProps) => {
  const { id, rma, source, nav, takesFocus, onSaved, onEnded, onGoOn } = props;
  const state = useDecision(id, rma);
  const isSettled = useSettled();
  const { order } = useRmaReturn(isSettled ? rma : undefined);
  const { desk, draft, decision, saving } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const asks = saving.kind === "reviewing";
  useEffect(() => {
    if (takesFocus && !document.activeElement?.closest(".decision__outcome"))
      heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (asks) main.current?.focus({ preventScroll: true });
  }, [asks]);
  const start = (how: "save" | "send") => {
    if (state.forbidden !== undefined) return;
    void (how === "save" ? desk.save(onSaved) : desk.send()).then(() => onEnded(id));
    if (isBusy(desk.saving.get())) onGoOn();
  };
  const save = () => {
    if (decision.problems.length > 0)
      document.querySelector<HTMLElement>(".decision [aria-invalid=true]")?.focus();
    else start("save");
  };
  const rest = (side: Side, line?: number) => {
    if (whyLinesLocked(rma, state) !== undefined) return;
    const lines = decision.lines.filter((one) => line === undefined || one.id === line);
    state.change(decideRestOfAll(draft, lines, side));
    const after = viewDecision(rma, desk.unsent.get().draft).decision;
    // The last decision of an RMA leads to the question at once, so that Enter answers it.
    if (after.asks && after.problems.length === 0) desk.review(onSaved);
  };
  useQueueKeys({
    ...createLineActs(state, rest),
    save: () => (asks ? main.current?.focus() : save()),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onMain = () => {
    if (asks) start("send");
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
      className="decision queue-decision"
      onSubmit={onSubmit}
      noValidate
      aria-label={name}
      data-saves-on-enter
    >
      <header className="queue-decision__head">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <RmaStatusBadge status={rma.rmaStatus} />
        {nav}
        <Facts rma={rma} source={source} />
      </header>
      <SaveOutcome state={state} />
      <DecisionLines rma={rma} state={state} order={order} onRest={(side) => rest(side)} />
      <QueueBar name={name} state={state} main={main} onSave={onMain} />
    </form>
  );
};
