import "./run-strip.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { connection } from "#web/api/connection.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted, formatDuration } from "#web/ui/format.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { isOpen, type RunTally, tallyLines } from "./run-line.ts";
import { describeLineState, describeTally } from "./describe-run.ts";
import { statusChangeDetails } from "./status-changes.ts";
import {
  closeRun,
  continueRun,
  findRun,
  pauseRun,
  type RunPhase,
  type RunView,
  resendUnchanged,
  useOrderRun,
} from "./run-control.ts";
import { secondsLeft } from "./run-time.ts";

const headings: Readonly<Record<RunPhase, (view: RunView) => string>> = {
  running: ({ run, lines }) =>
    `${statusChangeDetails[run.move].acting} ${counted(lines.length, "order")}`,
  pausing: () => "Pausing after this order",
  paused: ({ why }) => (why === undefined ? "Paused" : "Stopped"),
  over: () => "Finished",
  elsewhere: () => "Running in another tab",
};

const TimeLeft = ({ view, tally }: { view: RunView; tally: RunTally }) => {
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const left = secondsLeft(tally.open, rateLimit, view.pace);
  return view.phase === "running" && left !== undefined && tally.open > 0 ? (
    <span className="faint">about {formatDuration(left)} left</span>
  ) : null;
};

const Results = ({ view }: { view: RunView }) => (
  <details className="run__results">
    <summary>Results by order</summary>
    <ul aria-label="Results by order" tabIndex={0}>
      {view.lines.map(({ id, name, state }) => (
        <li key={id} data-kind={state.kind}>
          <Link to="/purchase-orders/$id" params={{ id: String(id) }}>
            <bdi>{name}</bdi>
          </Link>
          <span>{describeLineState(view.run.move, state)}</span>
        </li>
      ))}
    </ul>
  </details>
);

const DropDialog = ({ open, onClose }: { open: number; onClose: () => void }) => (
  <ConfirmDialog
    title={`Cancel ${counted(open, "remaining order")}?`}
    cancelLabel="Go back"
    onCancel={onClose}
    choices={[
      {
        label: "Cancel remaining",
        kind: "danger",
        onChoose: () => {
          onClose();
          void closeRun();
        },
      },
    ]}
  >
    <p>Orders already sent keep their new status. The list of results is cleared.</p>
  </ConfirmDialog>
);

const Buttons = ({ view, tally }: { view: RunView; tally: RunTally }) => {
  const [dropping, setDropping] = useState(false);
  const { phase } = view;
  return (
    <div className="run__buttons">
      {phase === "over" && tally.unmoved > 0 && (
        <Button onClick={() => void resendUnchanged()}>
          Send {counted(tally.unmoved, "order")} again
        </Button>
      )}
      {(phase === "running" || phase === "pausing") && (
        <Button
          aria-disabled={phase === "pausing"}
          data-disabled={phase === "pausing"}
          onClick={pauseRun}
        >
          Pause
        </Button>
      )}
      {phase === "paused" && (
        <>
          <Button onClick={() => setDropping(true)}>Cancel remaining</Button>
          <Button variant="filled" onClick={() => void continueRun()}>
            Continue
          </Button>
        </>
      )}
      {phase === "over" && <Button onClick={() => void closeRun()}>Close</Button>}
      {dropping && <DropDialog open={tally.open} onClose={() => setDropping(false)} />}
    </div>
  );
};

/** The buttons change with the phase: if the focused one disappears, the focus stays in the strip. */
const useFocusInStrip = (phase: RunPhase) => {
  const strip = useRef<HTMLElement>(null);
  const had = useRef(false);
  useEffect(() => {
    if (had.current && document.activeElement === document.body) focusRun();
  }, [phase]);
  const onFocus = () => (had.current = true);
  // Removing a focused button fires `focusout` without a related target, which is not a departure.
  const onBlur = (event: React.FocusEvent) => {
    if (event.relatedTarget && !strip.current?.contains(event.relatedTarget)) had.current = false;
  };
  return { ref: strip, onFocus, onBlur };
};

/** Focuses the strip's last button, because the button that started the run is gone. */
export const focusRun = (): void =>
  document.querySelector<HTMLElement>(".run__buttons > :last-child")?.focus();

const Strip = ({ view }: { view: RunView }) => {
  const tally = tallyLines(view.lines);
  const heading = headings[view.phase](view);
  return (
    <section
      className="run sheet"
      data-phase={view.phase}
      aria-label="Orders in progress"
      {...useFocusInStrip(view.phase)}
    >
      <div className="run__head">
        <div role="status">
          <h2>{heading}</h2>
        </div>
        <span className="run__tally">{describeTally(view.run.move, tally)}</span>
        <TimeLeft view={view} tally={tally} />
        <Buttons view={view} tally={tally} />
      </div>
      <ProgressBar
        label="Progress"
        done={tally.total - view.lines.filter(isOpen).length}
        total={tally.total}
      />
      {view.why !== undefined && (
        <p className="run__why" role="alert">
          {view.why}
        </p>
      )}
      <Results view={view} />
    </section>
  );
};

/**
 * The run of this browser, on every screen of orders: its progress, the result of each order, pause and continue. An
 * order's own screen shows a finished run only if the order was part of it.
 */
export const RunStrip = ({ orderId }: { orderId?: number }) => {
  const view = useOrderRun();
  useEffect(() => void findRun(), []);
  if (!view) return null;
  const concerns = orderId === undefined || view.lines.some(({ id }) => id === orderId);
  return view.phase !== "over" || concerns ? <Strip view={view} /> : null;
};
