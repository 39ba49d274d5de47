import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useDeferredValue, useMemo, useState } from "react";
import type { Rma } from "#contract/rmas.ts";
import { connection } from "#web/api/connection.ts";
import { NotStarted } from "#web/records/runs/not-started.tsx";
import { isUnfinished } from "#web/records/runs/run-control.ts";
import { runTime } from "#web/records/runs/run-time.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { fieldClasses } from "#web/kit/field-classes.ts";
import { formatCount } from "#web/base/format.ts";
import { SuggestingInput } from "#web/kit/suggesting-input.tsx";
import { useValue } from "#web/base/value-store.ts";
import { listSuggestions, snippets } from "#web/screens/rmas/snippets.ts";
import { previewChange, type RmaPreview, runRecords } from "./preview.ts";
import { PreviewGroups } from "./preview-groups.tsx";
import { type BulkAction, decides, type RmaChange, textFields } from "./rma-change.ts";
import { actionWords, rmaRun } from "./rma-run.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";

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
  if (!isComplete(change)) return `Enter a ${textLabels[change.action].toLowerCase()} first.`;
  if (count > 0) return undefined;
  return open.length + closing.length > 0
    ? "Select the checkbox to include the RMAs that close for good."
    : "None of these RMAs can be changed.";
};

/** Shows what a change makes of the selected RMAs, and starts the run. Nothing is sent before that. */
export const BulkDialog = ({ action, rmas, onStarted, onClose }: BulkDialogProps) => {
  const [change, setChange] = useState<RmaChange>({ action, text: "", only: "" });
  const [includes, setIncludes] = useState(false);
  const [problem, setProblem] = useState("");
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const unfinished = isUnfinished(rmaRun.useRun());
  const shown = useDeferredValue(change);
  const preview = useMemo(() => previewChange(shown, rmas), [shown, rmas]);
  const { verb, label } = actionWords[action];
  const choose = ({ open, closing }: RmaPreview) => (includes ? [...open, ...closing] : open);
  const planned = choose(preview);
  const count = planned.length;
  const why = unfinished
    ? "An earlier run isn't finished. Continue it or cancel its remaining RMAs first."
    : whyNotNow(shown, preview, count);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // The preview of thousands of RMAs lags behind fast typing. Other RMAs than those shown are never sent.
    const latest = shown === change ? planned : choose(previewChange(change, rmas));
    if (why !== undefined || latest.length !== count) return;
    rmaRun
      .start(change, runRecords(latest))
      .then(onStarted, (error: unknown) =>
        setProblem(error instanceof Error ? error.message : String(error)),
      );
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
          {runTime(rmaRun.words, count, rateLimit)} Each RMA is loaded and compared with this
          preview right before it is sent; one that another person changed is skipped. You can
          pause, open other screens, and continue in this browser after a reload.
        </p>
      )}
      {problem && <NotStarted why={problem} />}
    </Dialog>
  );
};
