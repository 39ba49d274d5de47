import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { Permission } from "#contract/people.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { useIsShown } from "#web/ui/use-is-shown.ts";
import { CollectDialog, type ListedRecords } from "./collect-dialog.tsx";
import { focusRun } from "./run-buttons.tsx";

interface Asked<A, R> {
  readonly action: A;
  /** Undefined while the records are being read. */
  readonly records: readonly R[] | undefined;
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
  noun: string;
  rows: readonly R[];
  /** The list of which the rows are a selection; undefined if no more than the rows can be selected. */
  listed?: ListedRecords<R> | undefined;
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

/** Actions on the selected records, or on all matches once the whole page is selected. */
export const RunSelection = <A extends string, R extends { id?: number | null | undefined }>({
  noun,
  rows,
  listed,
  actions,
  clear,
  dialog,
}: RunSelectionProps<A, R>) => {
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<Asked<A, R>>();
  const wholePage = listed?.more && rows.length === listed.onPage;
  const takesAll = all && wholePage;
  const close = () => setAsked(undefined);
  const many = listed?.total === undefined ? "" : ` ${formatQuantity(listed.total)}`;
  return (
    <>
      {wholePage && (
        <Checkbox
          label={`All${many} matching`}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      )}
      {actions.map(({ action, label, permission }) => (
        <PermittedButton
          key={action}
          permission={permission}
          size="xs"
          onClick={() => setAsked({ action, records: takesAll ? undefined : rows })}
        >
          {label}…
        </PermittedButton>
      ))}
      {asked && !asked.records && listed && (
        <CollectDialog
          noun={noun}
          listed={listed}
          onCollected={(records) => setAsked({ ...asked, records })}
          onClose={close}
        />
      )}
      {asked?.records && (
        <OpenDialog
          onStarted={() => {
            // The dialog returns the focus to a button that disappears with the selection; only then can the focus be
            // moved on.
            flushSync(() => {
              close();
              clear();
            });
            focusRun();
          }}
        >
          {(onStarted) =>
            dialog({
              action: asked.action,
              records: asked.records ?? [],
              onClose: close,
              onStarted,
            })
          }
        </OpenDialog>
      )}
    </>
  );
};
