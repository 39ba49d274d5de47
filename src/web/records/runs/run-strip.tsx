import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { BulkItem, BulkRun } from "#contract/bulk-runs.ts";
import type { Permission } from "#contract/people.ts";
import {
  type BulkAct,
  bulkRunDetail,
  bulkRunList,
  changeBulkRun,
  readBulkRun,
} from "#web/api/bulk-runs.ts";
import { connection } from "#web/api/connection.ts";
import { formatFileMinute } from "#web/base/days.ts";
import { formatCount, formatDuration } from "#web/base/format.ts";
import { listOf, remember } from "#web/base/remember.ts";
import { useValue } from "#web/base/value-store.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { Moment } from "#web/kit/values.tsx";
import {
  countOpen,
  describeItemWithPlan,
  describeRunState,
  describeTally,
  reportRun,
  type RunKind,
  secondsAtRate,
  wentWell,
} from "./run-words.ts";
import "./run-strip.css";

/** More commands at the end of a run. */
export type RunEndActions = (items: readonly BulkItem[]) => ReactNode;

interface PanelProps {
  kind: RunKind;
  run: BulkRun;
  permission: Permission;
  atEnd?: RunEndActions | undefined;
  /** Hides a run that is over; undefined where it stays. */
  onClose?: (() => void) | undefined;
}

/** Focuses the last button of a strip, because the button that started the run, or changed it, is gone. */
export const focusRun = (): void =>
  document.querySelector<HTMLElement>(".run__buttons > :last-child")?.focus();

const isOver = ({ state }: BulkRun): boolean => state === "ended" || state === "canceled";

const Buttons = ({
  kind,
  run,
  permission,
  onClose,
  act,
}: PanelProps & { act: (act: BulkAct) => void }) => {
  const [canceling, setCanceling] = useState(false);
  const { waiting, refused, unknown } = run.counts;
  const change = (label: string, what: BulkAct, filled = false) => (
    <PermittedButton
      permission={permission}
      variant={filled ? "filled" : "default"}
      onClick={() => act(what)}
    >
      {label}
    </PermittedButton>
  );
  const download = async () => {
    const whole = await readBulkRun(run.id);
    const startedAt = Date.parse(whole.startedAt);
    downloadCsv(`${kind.resource}-run-${formatFileMinute(startedAt)}`, reportRun(kind.noun, whole));
  };
  return (
    <div className="run__buttons">
      {!isOver(run) && waiting > 0 && (
        <PermittedButton permission={permission} onClick={() => setCanceling(true)}>
          Cancel remaining
        </PermittedButton>
      )}
      {run.state === "running" && change("Pause", "pause")}
      {run.state === "paused" && change("Continue", "continue", true)}
      {isOver(run) && (
        <>
          <Button onClick={() => void download()}>Download results</Button>
          {refused > 0 && change(`Try ${formatCount(refused, kind.noun)} again`, "retry")}
          {unknown > 0 && change(`Check ${formatCount(unknown, kind.noun)} again`, "continue")}
          {onClose && <Button onClick={onClose}>Close</Button>}
        </>
      )}
      {canceling && (
        <ConfirmLater
          title={`Cancel ${formatCount(waiting, `remaining ${kind.noun}`)}?`}
          cancelLabel="Go back"
          onCancel={() => setCanceling(false)}
          choices={[
            {
              label: "Cancel remaining",
              kind: "danger",
              onChoose: () => {
                setCanceling(false);
                act("cancel");
              },
            },
          ]}
        >
          <p>What was already sent keeps its changes. Nothing more is sent.</p>
        </ConfirmLater>
      )}
    </div>
  );
};

const TimeLeft = ({ kind, run }: Pick<PanelProps, "kind" | "run">) => {
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const left = secondsAtRate(countOpen(run) * kind.requests, rateLimit);
  return run.state === "running" && left !== undefined && left > 0 ? (
    <span className="faint">at least {formatDuration(left)} left</span>
  ) : null;
};

/** While a run works, its records keep their order; then those without the change come first. */
const sortItems = (run: BulkRun): readonly BulkItem[] =>
  isOver(run)
    ? [
        ...run.items.filter(({ state }) => state !== "done"),
        ...run.items.filter(({ state }) => state === "done"),
      ]
    : run.items;

const Results = ({ kind, run }: Pick<PanelProps, "kind" | "run">) => {
  const detail = useQuery(bulkRunDetail(run.id));
  const label = `Results by ${kind.noun}`;
  if (detail.isError) return <ErrorNotice error={detail.error} />;
  return (
    <ul aria-label={label} tabIndex={0}>
      {detail.data &&
        sortItems(detail.data.value).map((item) => (
          <li key={String(item.recordId)} data-kind={item.state}>
            <Link to={`/${kind.resource}/$id`} params={{ id: String(item.recordId) }}>
              <bdi>{item.name}</bdi>
            </Link>
            <span>{describeItemWithPlan(run, item)}</span>
          </li>
        ))}
    </ul>
  );
};

const EndActions = ({ run, atEnd }: { run: BulkRun; atEnd: RunEndActions }) => {
  const detail = useQuery(bulkRunDetail(run.id));
  return detail.data ? <div>{atEnd(detail.data.value.items)}</div> : null;
};

/** The buttons change with the state: if the focused one disappears, the focus stays in the strip. */
const useFocusInStrip = (state: string) => {
  const strip = useRef<HTMLElement>(null);
  const had = useRef(false);
  useEffect(() => {
    if (had.current && document.activeElement === document.body) focusRun();
  }, [state]);
  const onFocus = () => (had.current = true);
  // Removing a focused button fires `focusout` without a related target, which is not a departure.
  const onBlur = (event: React.FocusEvent) => {
    if (event.relatedTarget && !strip.current?.contains(event.relatedTarget)) had.current = false;
  };
  return { ref: strip, onFocus, onBlur };
};

/** A run: its progress, the result of each record, and what a person can do with it. */
export const RunPanel = (props: PanelProps & { opened?: boolean }) => {
  const { kind, run, atEnd, opened = false } = props;
  const [open, setOpen] = useState(opened);
  const { send, error } = useSending(
    async (act: BulkAct) => void (await changeBulkRun(act, run.id)),
  );
  const { total } = run.counts;
  return (
    <section
      className="run sheet"
      data-state={run.state}
      data-whole={wentWell(run)}
      data-alone={opened}
      aria-label={kind.region}
      {...useFocusInStrip(run.state)}
    >
      <div className="run__head">
        <div role="status">
          <h2>{describeRunState(kind.noun, run)}</h2>
        </div>
        <span className="run__tally">{describeTally(kind.noun, run)}</span>
        <TimeLeft kind={kind} run={run} />
        <span className="faint">
          {!run.isOwn && run.startedBy ? (
            <>
              by <bdi>{run.startedBy}</bdi>,{" "}
            </>
          ) : null}
          started <Moment at={run.startedAt} />
        </span>
        <Buttons {...props} act={(act) => void send(act)} />
      </div>
      <ProgressBar label="Progress" done={total - countOpen(run)} total={total} />
      {error !== undefined && <ErrorNotice error={error} />}
      {run.state === "paused" && run.reason && (
        <Notice title="Couldn't continue" tone="bad" alert>
          <p>{run.reason}</p>
        </Notice>
      )}
      {run.state === "paused" && !run.reason && run.changedBy && (
        <p className="faint">
          Paused by <bdi>{run.changedBy}</bdi>.
        </p>
      )}
      <div className="run__foot">
        <details
          className="run__results"
          open={open}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>{`Results by ${kind.noun}`}</summary>
          {open && <Results kind={kind} run={run} />}
        </details>
        {atEnd && isOver(run) && run.counts.conflict > 0 && <EndActions run={run} atEnd={atEnd} />}
      </div>
    </section>
  );
};

const mostFollowed = 50;

/** The person's own runs whose results are shown on this browser until they are closed; all are in the list of runs. */
const followedRuns = remember("followed-runs", listOf(z.int()), "records");

const follow = (ids: readonly number[]): void => {
  const known = followedRuns.get();
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) followedRuns.set([...added, ...known].slice(0, mostFollowed));
};

const isMoving = ({ state, isWorking }: BulkRun): boolean =>
  state === "running" || isWorking === true;

interface RunStripProps {
  kind: RunKind;
  permission: Permission;
  atEnd?: RunEndActions;
  /** Called when records were changed and none is being sent now: lists are loaded again. */
  onChanged: () => void;
}

/** The runs of one kind of record, on its lists: all that are in progress, and the person's own results. */
export const RunStrip = ({ kind, permission, atEnd, onChanged }: RunStripProps) => {
  const { data } = useQuery(bulkRunList({ resource: kind.resource, pageSize: 10 }));
  const followed = useValue(followedRuns);
  const runs = data?.value ?? [];
  /** Also a colleague's run is shown to its end. */
  const [seen, setSeen] = useState<readonly number[]>([]);
  const moving = runs.filter(isMoving);
  const added = moving.map(({ id }) => id).filter((id) => !seen.includes(id));
  if (added.length > 0) setSeen([...seen, ...added]);
  const now = moving.map(({ id }) => id).join();
  const own = moving.flatMap(({ id, isOwn }) => (isOwn ? [id] : [])).join();
  useEffect(() => {
    if (own !== "") follow(own.split(",").map(Number));
  }, [own]);
  const before = useRef("");
  useEffect(() => {
    const still = now.split(",");
    if (before.current.split(",").some((id) => id !== "" && !still.includes(id))) onChanged();
    before.current = now;
  }, [now, onChanged]);
  const isShown = (run: BulkRun): boolean =>
    !isOver(run) || isMoving(run) || (run.isOwn ? followed : seen).includes(run.id);
  const close = (closed: number) => {
    setSeen(seen.filter((id) => id !== closed));
    followedRuns.set(followed.filter((id) => id !== closed));
  };
  return runs
    .filter(isShown)
    .map((run) => (
      <RunPanel
        key={run.id}
        kind={kind}
        run={run}
        permission={permission}
        atEnd={atEnd}
        onClose={() => close(run.id)}
      />
    ));
};
