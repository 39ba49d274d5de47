import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { connection } from "#web/api/connection.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { invalidate } from "#web/api/query-client.ts";
import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import { formatCount, formatDuration } from "#web/base/format.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import "#web/screens/mapping-rules/list/mapping-rule.css";

export type WorkEnd =
  /** Nothing was sent, the request was refused, or a check found no change: the item is unchanged. */
  | { readonly kind: "failed"; readonly why: string }
  /** It was sent, and neither an answer came nor could it be checked: it may have taken effect. */
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "stopped" };

interface Work<T, O> {
  readonly items: readonly T[];
  /** Checked before each item: the current one is finished, and no other is started. */
  readonly signal: AbortSignal;
  readonly run: (item: T) => Promise<O>;
  readonly report: (item: T, outcome: O | WorkEnd) => void;
}

/** Errors that every further item would have too: no answer at all, a token that is not accepted. */
const endsRun = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 403, 501].includes(error.status);

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const toFailure = (error: unknown): WorkEnd => ({
  kind: mayHaveHappened(error) ? "unknown" : "failed",
  why: toMessage(error),
});

/** Runs an action on one item after the other. No item is tried twice, whatever its outcome. */
export const runOneByOne = async <T, O>({
  items,
  signal,
  run,
  report,
}: Work<T, O>): Promise<void> => {
  let stopped = false;
  for (const item of items) {
    if (stopped || signal.aborted) {
      report(item, { kind: "stopped" });
      continue;
    }
    try {
      report(item, await run(item));
    } catch (error) {
      stopped = endsRun(error);
      report(item, toFailure(error));
    }
  }
};

/** A run that starts once, can be stopped, and stops when its component is removed. */
export const useWork = <O,>(
  work: (signal: AbortSignal, report: (key: number, outcome: O) => void) => Promise<void>,
) => {
  const [state, setState] = useState<"confirming" | "running" | "done">("confirming");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, O>>(new Map());
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = () => {
    if (state !== "confirming") return;
    setState("running");
    const stop = new AbortController();
    controller.current = stop;
    void work(stop.signal, (key, outcome) =>
      setOutcomes((before) => new Map(before).set(key, outcome)),
    ).then(() => setState("done"));
  };
  return { state, outcomes, start, stop: () => controller.current?.abort() };
};

/** The time that a number of requests takes at the upstream's rate, in words; shown before a run starts. */
export const workTime = (requests: number, rateLimit: number | undefined): string => {
  const made = formatCount(requests, "request");
  if (!rateLimit) return `${made}, one after another`;
  return `${made}: about ${formatDuration(requests / rateLimit)}, because the service allows ${rateLimit} per second`;
};

/** The same for this upstream. */
export const useWorkTime = (requests: number): string =>
  workTime(requests, useQuery(connection()).data?.rateLimit);

interface WorkDialogProps<O> {
  title: string;
  /** The question before the run starts. */
  children: ReactNode;
  startLabel: string;
  items: readonly { readonly key: number; readonly name: string }[];
  work: ReturnType<typeof useWork<O>>;
  describe: (outcome: O) => ReactNode;
  summary: ReactNode;
  onClose: () => void;
}

const buttonLabels = {
  confirming: "Cancel",
  running: "Stop after this rule",
  done: "Close",
} as const;

/** Asks before many changes, shows their progress, lets the user stop them, and lists the outcome of each. */
export const WorkDialog = <O extends { readonly kind: string }>(props: WorkDialogProps<O>) => {
  const { title, children, startLabel, items, work, describe, summary, onClose } = props;
  const { state, outcomes, start, stop } = work;
  useEffect(() => {
    if (state !== "running") return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, [state]);
  const leave = () => {
    if (state === "running") return stop();
    if (state === "done") void invalidate(mappingRuleList());
    onClose();
  };
  const out = useRef<HTMLButtonElement>(null);
  // The pressed start button is removed, and the focus must not be lost with it.
  useEffect(() => out.current?.focus(), [state]);
  return (
    <Dialog
      title={title}
      onClose={leave}
      foot={
        <>
          <Button ref={out} data-autofocus onClick={leave}>
            {buttonLabels[state]}
          </Button>
          {state === "confirming" && (
            <Button variant="filled" onClick={start}>
              {startLabel}
            </Button>
          )}
        </>
      }
    >
      {state === "confirming" ? (
        children
      ) : (
        <>
          <ProgressBar label="Progress" done={outcomes.size} total={items.length} />
          <p role="status">{summary}</p>
          <ul className="bulk__results" aria-label="Results" tabIndex={0}>
            {items.map(({ key, name }) => {
              const outcome = outcomes.get(key);
              return (
                outcome && (
                  <li key={key}>
                    <bdi>{name}</bdi>
                    <span data-kind={outcome.kind}>{describe(outcome)}</span>
                  </li>
                )
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
};
