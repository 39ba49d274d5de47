import "./run-strip.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { connection } from "#web/api/connection.ts";
import { formatCount, formatDuration } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { describeLine, describeTally, type RunWords } from "./describe-run.ts";
import { focusRun, RunButtons, type RunEndActions } from "./run-buttons.tsx";
import type { RunControl, RunPhase, RunView } from "./run-control.ts";
import { type RunLine, type RunTally, tallyLines, wentWell } from "./run-line.ts";
import { secondsLeft } from "./run-time.ts";

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
