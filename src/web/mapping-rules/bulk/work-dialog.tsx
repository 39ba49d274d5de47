import "./bulk-dialog.css";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** One thing of many: what it is called and what became of it. */
export interface WorkLine {
  readonly key: string | number;
  readonly name: string;
  /** done, failed, unknown, or anything calm. */
  readonly kind: string;
  readonly words: ReactNode;
}

interface WorkDialogProps {
  title: string;
  /** What is asked before it begins. */
  children: ReactNode;
  state: "asking" | "running" | "over";
  startLabel: string;
  total: number;
  lines: readonly WorkLine[];
  summary: ReactNode;
  onStart: () => void;
  onStop: () => void;
  onClose: () => void;
}

const ways = { asking: "Cancel", running: "Stop after this rule", over: "Close" } as const;

/** Asks before many changes, shows how far they are, lets them be stopped, and tells what became of each. */
export const WorkDialog = (props: WorkDialogProps) => {
  const { title, children, state, startLabel, total, lines, summary } = props;
  const { onStart, onStop, onClose } = props;
  useEffect(() => {
    if (state !== "running") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [state]);
  const leave = state === "running" ? onStop : onClose;
  const out = useRef<HTMLButtonElement>(null);
  // What was pressed to start goes, and the focus must not go with it.
  useEffect(() => out.current?.focus(), [state]);
  return (
    <Dialog
      title={title}
      onClose={leave}
      foot={
        <>
          <Button ref={out} data-autofocus onClick={leave}>
            {ways[state]}
          </Button>
          {state === "asking" && (
            <Button variant="filled" onClick={onStart}>
              {startLabel}
            </Button>
          )}
        </>
      }
    >
      {state === "asking" ? (
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
