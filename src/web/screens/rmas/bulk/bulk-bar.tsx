import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useDeferredValue, useMemo, useState } from "react";
import { maxBulkItems } from "#contract/bulk-runs.ts";
import { type Rma, rmaOperations } from "#contract/rmas.ts";
import { startBulkRun } from "#web/api/bulk-runs.ts";
import { connection } from "#web/api/connection.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { fieldClasses } from "#web/kit/fields.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { SuggestingInput } from "#web/kit/combobox.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { RmaStatusBadge } from "#web/records/rma-status.tsx";
import { NotStarted, RunSelection } from "#web/records/runs/run-selection.tsx";
import { runAfterClosing, runKinds, runTime } from "#web/records/runs/run-words.ts";
import { listSuggestions, snippets } from "#web/screens/rmas/snippets.ts";
import {
  type Becomes,
  type BulkAction,
  decides,
  describeAmounts,
  type PlannedRma,
  previewChange,
  type RmaChange,
  type RmaPreview,
  runItems,
  sumBecomes,
  textFields,
} from "./rma-change.ts";
import { actionWords, nameChange } from "./rma-run.tsx";
import "./bulk.css";

interface BulkDialogProps {
  action: BulkAction;
  rmas: readonly Rma[];
  onStarted: () => void;
  onClose: () => void;
}

const textLabels: Readonly<Record<BulkAction, string>> = {
  approve: "Note (optional)",
  deny: "Note (optional)",
  condition: "Condition",
  reason: "Reason",
  note: "Note",
};

const hints: Partial<Record<BulkAction, string>> = {
  approve: "Added to the note of each approved line.",
  deny: "Added to the note of each denied line.",
  note: "Added to the end of each line's note.",
};

interface FieldsProps {
  change: RmaChange;
  rmas: readonly Rma[];
  onChange: (change: RmaChange) => void;
}

const Fields = ({ change, rmas, onChange }: FieldsProps) => {
  const { action, text, only } = change;
  const saved = useValue(snippets);
  const suggestions = useMemo(
    () =>
      listSuggestions(
        textFields[action],
        saved,
        [],
        rmas.flatMap(({ items }) => items),
      ),
    [rmas, action, saved],
  );
  return (
    <div className="bulk-fields">
      <SuggestingInput
        classNames={fieldClasses}
        label={textLabels[action]}
        description={hints[action]}
        value={text}
        suggestions={suggestions}
        {...(!decides(change) && { "data-autofocus": true, required: true, withAsterisk: false })}
        onType={(typed) => onChange({ ...change, text: typed })}
      />
      <TextInput
        classNames={fieldClasses}
        label="Only lines that contain (optional)"
        description="Text in the SKU, title, reason or condition."
        value={only}
        autoComplete="off"
        onChange={(event) => onChange({ ...change, only: event.target.value })}
      />
    </div>
  );
};

/** Whether the text that an action needs is there. */
const isComplete = (change: RmaChange): boolean => decides(change) || change.text.trim() !== "";

/** The reason why the run can't start now; undefined if it can. */
const whyNotNow = (
  change: RmaChange,
  { open, closing }: RmaPreview,
  count: number,
): string | undefined => {
  if (count > maxBulkItems) return `Select at most ${formatQuantity(maxBulkItems)} RMAs.`;
  if (!isComplete(change)) return `Enter a ${textLabels[change.action].toLowerCase()} first.`;
  if (count > 0) return undefined;
  return open.length + closing.length > 0
    ? "Select the checkbox to include the RMAs that close for good."
    : "None of these RMAs can be changed.";
};

/** Shows what a change makes of the selected RMAs, and starts the run. Nothing is sent before that. */
const BulkDialog = ({ action, rmas, onStarted, onClose }: BulkDialogProps) => {
  const [change, setChange] = useState<RmaChange>({ action, text: "", only: "" });
  const [includes, setIncludes] = useState(false);
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const shown = useDeferredValue(change);
  const preview = useMemo(() => previewChange(shown, rmas), [shown, rmas]);
  const { verb, label, done } = actionWords[action];
  const choose = ({ open, closing }: RmaPreview) => (includes ? [...open, ...closing] : open);
  const planned = choose(preview);
  const count = planned.length;
  const why = whyNotNow(shown, preview, count);
  const { send, error } = useSending(async (latest: readonly PlannedRma[]) => {
    const items = runItems(change, latest);
    const run = { title: nameChange(change), past: done, items };
    await startBulkRun({ operation: "updateRmaItems", ...run });
    onStarted();
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // The preview of thousands of RMAs lags behind fast typing. Other RMAs than those shown are never sent.
    const latest = shown === change ? planned : choose(previewChange(change, rmas));
    if (why !== undefined || latest.length !== count) return;
    void send(latest);
  };
  return (
    <Dialog
      wide
      title={`${label}: ${formatCount(rmas.length, "RMA")}`}
      onClose={onClose}
      onSubmit={onSubmit}
      foot={
        <>
          <span className="dialog__why" id="bulk-why">
            {why}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <LockableButton
            type="submit"
            variant="filled"
            locked={why !== undefined}
            aria-describedby="bulk-why"
          >
            {verb} {count === 0 ? "RMAs" : formatCount(count, "RMA")}
          </LockableButton>
        </>
      }
    >
      <Fields change={change} rmas={rmas} onChange={setChange} />
      {isComplete(shown) && (
        <PreviewGroups preview={preview} includes={includes} onIncludes={setIncludes} />
      )}
      {count > 0 && (
        <p>
          {runTime(runKinds.rmas, count, rateLimit)} Each RMA is loaded and compared with this
          preview right before it is sent; one that another person changed is skipped.{" "}
          {runAfterClosing}
        </p>
      )}
      {error !== undefined && <NotStarted error={error} />}
    </Dialog>
  );
};

/** More rows than anyone reads would only slow the dialog down; the report lists all. */
const mostShown = 200;
/** Short groups are open from the start. */
const mostOpened = 5;

interface GroupProps<R> {
  title: string;
  rows: readonly R[];
  children: (row: R) => ReactNode;
}

const Group = <R,>({ title, rows, children }: GroupProps<R>) => {
  const [open, setOpen] = useState(rows.length <= mostOpened);
  const hidden = rows.length - mostShown;
  if (rows.length === 0) return null;
  return (
    <details
      className="bulk-group"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && (
        <ul>
          {rows.slice(0, mostShown).map((row, index) => (
            <li key={index}>{children(row)}</li>
          ))}
          {hidden > 0 && (
            <li>
              {formatQuantity(hidden)} more {hidden === 1 ? "isn't" : "aren't"} listed here.
            </li>
          )}
        </ul>
      )}
    </details>
  );
};

const Statuses = ({ from, to }: Becomes) => (
  <span className="row">
    <RmaStatusBadge status={from} />
    {from !== to && (
      <>
        <span aria-label="becomes" role="img">
          →
        </span>
        <RmaStatusBadge status={to} />
      </>
    )}
  </span>
);

const Planned = ({ before, becomes }: PlannedRma) => (
  <>
    <bdi>{rmaName(before)}</bdi>
    <Statuses {...becomes} />
    <span>{describeAmounts(becomes)}</span>
  </>
);

const Unchanged = ({ rma, why }: RmaPreview["same"][number]) => (
  <>
    <bdi>{rmaName(rma)}</bdi>
    <span className="bulk-group__why">{why}</span>
  </>
);

const describeGroup = (noun: string, rows: readonly PlannedRma[]): string =>
  `${formatCount(rows.length, "RMA")} ${noun}: ${describeAmounts(sumBecomes(rows))}`;

/** The result for the selected RMAs: those that change, that close for good, and that can't or needn't be changed. */
export const PreviewGroups = ({
  preview: { open, closing, blocked, same },
  includes,
  onIncludes,
}: {
  preview: RmaPreview;
  /** Whether those that close for good are changed too. */
  includes: boolean;
  onIncludes: (includes: boolean) => void;
}) => (
  <Stack gap="var(--s3)">
    <Group title={describeGroup("will change", open)} rows={open}>
      {Planned}
    </Group>
    {closing.length > 0 && (
      <Checkbox
        label={`Include ${formatCount(closing.length, "RMA")} that ${closing.length === 1 ? "closes" : "close"} for good`}
        description="A closed RMA can't be decided again. This can't be undone."
        checked={includes}
        onChange={(event) => onIncludes(event.currentTarget.checked)}
      />
    )}
    <Group title={describeGroup("will close for good", closing)} rows={closing}>
      {Planned}
    </Group>
    <Group title={`${formatCount(blocked.length, "RMA")} can't be changed`} rows={blocked}>
      {Unchanged}
    </Group>
    <Group
      title={`${formatCount(same.length, "RMA")} ${same.length === 1 ? "has" : "have"} nothing to change`}
      rows={same}
    >
      {Unchanged}
    </Group>
  </Stack>
);

const actions = (Object.keys(actionWords) as BulkAction[]).map((action) => ({
  action,
  label: actionWords[action].label,
  permission: rmaOperations.updateRmaItems,
}));

export interface BulkBarProps {
  /** The selected RMAs. */
  rmas: readonly Rma[];
  /** Clears the selection once a run has started. */
  clear?: () => void;
}

const keepSelection = () => {};

/** Decisions and other changes of the selected RMAs. `<RmaRunStrip>` shows their progress on the same screen. */
export const BulkBar = ({ rmas, clear = keepSelection }: BulkBarProps) => (
  <RunSelection
    rows={rmas}
    actions={actions}
    clear={clear}
    dialog={({ records, ...dialog }) => <BulkDialog rmas={records} {...dialog} />}
  />
);
