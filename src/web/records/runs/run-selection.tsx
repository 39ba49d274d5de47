import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { Permission } from "#contract/people.ts";
import { mayHaveHappened } from "#web/base/api-error.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { focusRun } from "./run-strip.tsx";

/** Says why a run couldn't start, in its dialog. */
export const NotStarted = ({ error }: { error: unknown }) => (
  <Notice title="Couldn't start" tone="bad" alert>
    <p>
      {mayHaveHappened(error)
        ? "No response. If no progress is shown on this screen in a few seconds, start it again."
        : `Nothing was sent: ${error instanceof Error ? error.message : String(error)}`}
    </p>
  </Notice>
);

interface Asked<A, R> {
  readonly action: A;
  readonly records: readonly R[];
}

/** The dialog, which is told of the start of its run while it is open: after that, another one may be. */
const OpenDialog = ({
  onStarted,
  children,
}: {
  onStarted: () => void;
  children: (onStarted: () => void) => ReactNode;
}) => {
  const isShown = useIsShown();
  return children(() => {
    if (isShown()) onStarted();
  });
};

interface RunSelectionProps<A, R> {
  rows: readonly R[];
  actions: readonly {
    readonly action: A;
    readonly label: string;
    readonly permission: Permission;
  }[];
  clear: () => void;
  /** The dialog that asks before the run starts. */
  dialog: (asked: {
    action: A;
    records: readonly R[];
    onStarted: () => void;
    onClose: () => void;
  }) => ReactNode;
}

/** Actions on the selected records. */
export const RunSelection = <A extends string, R>({
  rows,
  actions,
  clear,
  dialog,
}: RunSelectionProps<A, R>) => {
  const [asked, setAsked] = useState<Asked<A, R>>();
  const close = () => setAsked(undefined);
  return (
    <>
      {actions.map(({ action, label, permission }) => (
        <PermittedButton
          key={action}
          permission={permission}
          size="xs"
          onClick={() => setAsked({ action, records: rows })}
        >
          {label}…
        </PermittedButton>
      ))}
      {asked && (
        <OpenDialog
          onStarted={() => {
            // The dialog returns the focus to a button that disappears with the selection; only then can the focus be
            // moved on.
            flushSync(() => {
              close();
              clear();
            });
            // The run is drawn with its lists.
            requestAnimationFrame(() => requestAnimationFrame(focusRun));
          }}
        >
          {(onStarted) =>
            dialog({
              action: asked.action,
              records: asked.records,
              onClose: close,
              onStarted,
            })
          }
        </OpenDialog>
      )}
    </>
  );
};
