import "./mapping-rule.css";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "#web/kit/dialog.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";

/** One item of many: its name and its outcome. */
interface WorkLine {
  readonly key: string | number;
  readonly name: string;
  /** done, failed, unknown, or any other, which is shown in a neutral color. */
  readonly kind: string;
  readonly words: ReactNode;
}

interface WorkDialogProps {
  title: string;
  /** The question before the run starts. */
  children: ReactNode;
  state: "confirming" | "running" | "done";
  startLabel: string;
  total: number;
  lines: readonly WorkLine[];
  summary: ReactNode;
  onStart: () => void;
  onStop: () => void;
  onClose: () => void;
}

const buttonLabels = {
  confirming: "Cancel",
  running: "Stop after this rule",
  done: "Close",
} as const;

/** Asks before many changes, shows their progress, lets the user stop them, and lists the outcome of each. */
export const WorkDialog = (props: WorkDialogProps) => {
  const { title, children, state, startLabel, total, lines, summary } = props;
  const { onStart, onStop, onClose } = props;
  useEffect(() => {
    if (state !== "running") return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, [state]);
  const leave = state === "running" ? onStop : onClose;
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
            <Button variant="filled" onClick={onStart}>
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
          <ProgressBar label="Progress" done={lines.length} total={total} />
          <p role="status">{summary}</p>
          <ul className="bulk__results" aria-label="Results" tabIndex={0}>
            {lines.map(({ key, name, kind, words }) => (
              <li key={key}>
                <bdi>{name}</bdi>
                <span data-kind={kind}>{words}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
};
