import "#web/ui/confirm-dialog.css";
import "./bulk-dialog.css";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId } from "react";
import { useModal } from "#web/ui/use-modal.ts";

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

/** Asks before many changes, shows how far they are, lets them be stopped, and tells what became of each. */
export const WorkDialog = (props: WorkDialogProps) => {
  const { title, children, state, startLabel, total, lines, summary } = props;
  const { onStart, onStop, onClose } = props;
  const dialog = useModal();
  const id = useId();
  useEffect(() => {
    if (state !== "running") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [state]);
  return (
    <dialog
      ref={dialog}
      className="dialog bulk"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (state === "running") onStop();
        else onClose();
      }}
    >
      <div className="dialog__body">
        <h2 id={id}>{title}</h2>
        {state === "asking" ? (
          children
        ) : (
          <>
            <progress max={total} value={lines.length} aria-label="Progress" />
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
      </div>
      <div className="dialog__foot">
        {state === "running" ? (
          <Button autoFocus onClick={onStop}>
            Stop after this one
          </Button>
        ) : (
          <Button autoFocus onClick={onClose}>
            {state === "over" ? "Close" : "Cancel"}
          </Button>
        )}
        {state === "asking" && (
          <Button variant="filled" onClick={onStart}>
            {startLabel}
          </Button>
        )}
      </div>
    </dialog>
  );
};
