import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { formatFileMinute } from "#web/base/file-day.ts";
import { formatCount } from "#web/base/format.ts";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { reportRun, type RunWords } from "./describe-run.ts";
import type { RunControl, RunView } from "./run-control.ts";
import type { RunLine, RunTally } from "./run-line.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";

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
export const RunButtons = <C, D, S>(props: RunButtonsProps<C, D, S>) => {
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
