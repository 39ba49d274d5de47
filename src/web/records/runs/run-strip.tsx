import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { connection } from "#web/api/connection.ts";
import { formatFileMinute } from "#web/base/days.ts";
import { formatCount, formatDuration } from "#web/base/format.ts";
import { LockableButton, PermittedButton } from "#web/kit/button.tsx";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import {
  describeLine,
  describeTally,
  reportRun,
  type RunWords,
  secondsLeft,
} from "./describe-run.ts";
import type { RunControl, RunPhase, RunView } from "./run-control.ts";
import { type RunLine, type RunTally, tallyLines, wentWell } from "./run-line.ts";
import "./run-strip.css";

/** More commands for the lines of a run that is over. */
export type RunEndActions<D, S> = (lines: readonly RunLine<D, S>[]) => ReactNode;

interface RunButtonsProps<C, D, S> {
  control: RunControl<C, D, S>;
  view: RunView<C, D, S>;
  tally: RunTally;
  /** More commands at the end of a run. */
  atEnd?: RunEndActions<D, S> | undefined;
}

const CancelDialog = ({
  title,
  onConfirm,
  onClose,
}: {
  title: string;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <ConfirmLater
    title={title}
    cancelLabel="Go back"
    onCancel={onClose}
    choices={[{ label: "Cancel remaining", kind: "danger", onChoose: onConfirm }]}
  >
    <p>What was already sent keeps its changes. Nothing more is sent.</p>
  </ConfirmLater>
);

/** Focuses the strip's last button, because the button that started the run is gone. */
export const focusRun = (): void =>
  document.querySelector<HTMLElement>(".run__buttons > :last-child")?.focus();

const downloadReport = <C, D, S>(words: RunWords<C, D>, { run, lines }: RunView<C, D, S>): void => {
  downloadCsv(
    `${words.kind}-run-${formatFileMinute(run.startedAt)}`,
    reportRun(words, run.change, lines),
  );
};

const PausedButtons = <C, D, S>({ control, view, tally }: RunButtonsProps<C, D, S>) => {
  const [canceling, setCanceling] = useState(false);
  return (
    <>
      {tally.waiting > 0 ? (
        <Button onClick={() => setCanceling(true)}>Cancel remaining</Button>
      ) : (
        <Button onClick={() => void control.close()}>Close</Button>
      )}
      <PermittedButton
        permission={control.permission(view.run.change)}
        variant="filled"
        onClick={() => void control.resume()}
      >
        Continue
      </PermittedButton>
      {canceling && (
        <CancelDialog
          title={`Cancel ${formatCount(tally.waiting, `remaining ${control.words.noun}`)}?`}
          onClose={() => setCanceling(false)}
          onConfirm={() => {
            setCanceling(false);
            void control.cancelRest();
          }}
        />
      )}
    </>
  );
};

const EndButtons = <C, D, S>({ control, view, tally, atEnd }: RunButtonsProps<C, D, S>) => (
  <>
    {atEnd?.(view.lines)}
    <Button onClick={() => downloadReport(control.words, view)}>Download results</Button>
    {tally.failed > 0 && (
      <PermittedButton
        permission={control.permission(view.run.change)}
        onClick={() => void control.retry()}
      >
        Try {formatCount(tally.failed, control.words.noun)} again
      </PermittedButton>
    )}
    <Button onClick={() => void control.close()}>Close</Button>
  </>
);

/** The commands of a run, by its phase. */
const RunButtons = <C, D, S>(props: RunButtonsProps<C, D, S>) => {
  const { phase } = props.view;
  return (
    <div className="run__buttons">
      {(phase === "running" || phase === "pausing") && (
        <LockableButton locked={phase === "pausing"} onClick={props.control.pause}>
          Pause
        </LockableButton>
      )}
      {phase === "paused" && <PausedButtons {...props} />}
      {phase === "over" && <EndButtons {...props} />}
    </div>
  );
};

interface StripProps<C, D, S> {
  control: RunControl<C, D, S>;
  view: RunView<C, D, S>;
  atEnd?: RunEndActions<D, S> | undefined;
}

type Heading = <C, D, S>(view: RunView<C, D, S>, words: RunWords<C, D>) => string;

const headings: Readonly<Record<RunPhase, Heading>> = {
  running: ({ run, lines }, { acting, noun }) =>
    `${acting(run.change)} ${formatCount(lines.length, noun)}`,
  pausing: (_, { noun }) => `Pausing after this ${noun}`,
  paused: ({ why }) => (why === undefined ? "Paused" : "Stopped"),
  over: () => "Finished",
  elsewhere: () => "Running in another tab",
};

const TimeLeft = <C, D, S>({ control, view, tally }: StripProps<C, D, S> & { tally: RunTally }) => {
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const left = secondsLeft(
    { open: tally.open, requests: control.words.requests },
    rateLimit,
    view.pace,
  );
  return view.phase === "running" && left !== undefined && tally.open > 0 ? (
    <span className="faint">about {formatDuration(left)} left</span>
  ) : null;
};

/** While a run works, its lines keep their order; then those without the change come first. */
const sortLines = <C, D, S>({ lines, phase }: RunView<C, D, S>): readonly RunLine<D, S>[] =>
  phase === "over"
    ? [...lines.filter((line) => !wentWell([line])), ...lines.filter((line) => wentWell([line]))]
    : lines;

const Results = <C, D, S>({ control: { words }, view }: StripProps<C, D, S>) => {
  const [open, setOpen] = useState(false);
  const label = `Results by ${words.noun}`;
  return (
    <details className="run__results" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && (
        <ul aria-label={label} tabIndex={0}>
          {sortLines(view).map((line) => (
            <li key={line.id} data-kind={line.state.kind}>
              <Link to={`/${words.kind}/$id`} params={{ id: String(line.id) }}>
                <bdi>{line.name}</bdi>
              </Link>
              <span>{describeLine(words, view.run.change, line)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
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

const Strip = <C, D, S>({ control, view, atEnd }: StripProps<C, D, S>) => {
  const { words } = control;
  const tally = tallyLines(view.lines);
  return (
    <section
      className="run sheet"
      data-phase={view.phase}
      data-whole={wentWell(view.lines)}
      aria-label={words.region}
      {...useFocusInStrip(view.phase)}
    >
      <div className="run__head">
        <div role="status">
          <h2>{headings[view.phase](view, words)}</h2>
        </div>
        <span className="run__tally">{describeTally(words, view.run.change, tally)}</span>
        <TimeLeft control={control} view={view} tally={tally} />
        <RunButtons control={control} view={view} tally={tally} atEnd={atEnd} />
      </div>
      <ProgressBar label="Progress" done={tally.total - tally.open} total={tally.total} />
      {view.why !== undefined && (
        <Notice title="Couldn't continue" tone="bad" alert>
          <p>{view.why}</p>
        </Notice>
      )}
      <Results control={control} view={view} />
    </section>
  );
};

/**
 * The run of this browser, on the screens of its records: its progress, the result of each record, pause and continue. A
 * record's own screen shows a finished run only if the record was part of it.
 */
export const RunStrip = <C, D, S>({
  control,
  recordId,
  atEnd,
}: {
  control: RunControl<C, D, S>;
  recordId?: number;
  /** More commands at the end of a run. */
  atEnd?: RunEndActions<D, S>;
}) => {
  const view = control.useRun();
  useEffect(() => void control.find(), [control]);
  if (!view) return null;
  const concerns = recordId === undefined || view.lines.some(({ id }) => id === recordId);
  return view.phase !== "over" || concerns ? (
    <Strip control={control} view={view} atEnd={atEnd} />
  ) : null;
};
