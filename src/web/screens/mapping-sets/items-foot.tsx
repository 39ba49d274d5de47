import { useEffect, useMemo, useState } from "react";
import { ApiError } from "#web/base/api-error.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { SaveStatus, UnknownOutcome } from "#web/editing/save-outcome.tsx";
import { whyNotSaved } from "#web/editing/report-save.ts";
import { ItemConflicts } from "./item-conflicts.tsx";
import { findRepeats, type ItemRow, removeEdits, type RowMark } from "./item-edits.ts";
import type { ItemsSaving } from "./items-plan.ts";
import { RepeatsQuestion } from "./repeats-question.tsx";
import type { Overflow } from "./set-size.ts";
import { quoteValue } from "./shown-value.ts";
import { TooLarge } from "./too-large.tsx";
import type { ItemEditing } from "./use-item-edits.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";

/** The refusal with the row numbers of the grid, instead of places in the request. */
const inRows = (error: unknown, { refused, rows }: ItemEditing): unknown => {
  if (!(error instanceof ApiError) || refused.size === 0) return error;
  const issues = rows.flatMap(({ key, values }, at) => {
    const message = refused.get(key);
    return message === undefined
      ? []
      : [{ path: `Row ${at + 1} ${quoteValue(values.from)}`, message }];
  });
  return new ApiError(error.message, { ...error, issues });
};

type Refusal = Extract<ItemsSaving, { kind: "refused" }>;

const Refused = ({ saving, editing }: { saving: Refusal; editing: ItemEditing }) => {
  const error = useMemo(() => inRows(saving.error, editing), [saving, editing]);
  const { done } = saving.sent;
  // The bar with this message may cover the row that it is about.
  useEffect(() => {
    document
      .querySelector(".item-grid__mark[data-kind='refused']")
      ?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <ErrorNotice error={error}>
      <p>
        {done > 0 ? `${formatCount(done, "item")} saved before this. ` : "Nothing was saved. "}
        Your other changes are kept.
      </p>
    </ErrorNotice>
  );
};

const Outcome = ({ editing }: { editing: ItemEditing }) => {
  const { saving } = editing;
  switch (saving.kind) {
    case "conflict":
      return (
        <ItemConflicts
          conflicts={saving.conflict.conflicts}
          saved={saving.conflict.done}
          onResolve={(choices) => editing.resolve(saving.conflict.conflicts, choices)}
        />
      );
    case "refused":
      return <Refused saving={saving} editing={editing} />;
    case "lost":
      return (
        <Notice title={`${formatCount(editing.count, "change")} not saved`} tone="waiting" alert>
          <p>The saved items are no longer in your changes. Save the others when you are ready.</p>
        </Notice>
      );
    case "unknown":
      return (
        <UnknownOutcome
          sent="The items were sent"
          error={saving.error}
          checking={saving.checking}
          onCheck={editing.check}
        >
          Items aren't sent again automatically, because that could add them twice. Checking loads
          the items and removes the saved ones from your changes.
        </UnknownOutcome>
      );
    default:
      return (
        <SaveStatus
          noun="mapping set"
          state={saving}
          canCheck
          onCheck={editing.check}
          onAcknowledge={editing.discard}
        />
      );
  }
};

interface FootProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  /** How far the items don't fit in one set. */
  overflow: Overflow | undefined;
}

const whyNot = ({ editing: { saving, count, forbidden }, marks, overflow }: FootProps) => {
  if (saving.kind === "sending") return `Saving items, ${saving.sent.done} of ${saving.sent.of}.`;
  const isEmpty = [...marks.values()].some(({ kind }) => kind === "empty");
  return (
    forbidden ??
    whyNotSaved(saving.kind, count > 0, 0) ??
    (isEmpty ? "Enter a From value in every row." : undefined) ??
    (overflow && "Remove items or shorten values first.")
  );
};

/** The result of the last save, and the save bar. */
export const ItemsFoot = (props: FootProps) => {
  const { editing, overflow } = props;
  const why = whyNot(props);
  const [repeats, setRepeats] = useState<readonly ItemRow[]>([]);
  const save = () => {
    const found = findRepeats(editing.rows);
    if (found.length > 0) setRepeats(found);
    else editing.save();
  };
  /** Closes the question, and goes on. */
  const answer = (step: () => void) => () => {
    setRepeats([]);
    step();
  };
  const remove = () => {
    const keys = repeats.map(({ key }) => key);
    editing.edit(removeEdits(editing.edits, keys));
  };
  return (
    <div className="items__foot" ref={trackBottomBar} data-save-area>
      {overflow && !editing.busy && <TooLarge {...overflow} source="edits" alert />}
      <Outcome editing={editing} />
      <div className="row">
        <LockableButton
          data-saves
          variant="filled"
          locked={why !== undefined}
          aria-describedby="items-why"
          onClick={save}
        >
          {editing.count > 0 ? `Save ${formatCount(editing.count, "item")}` : "Save items"}
        </LockableButton>
        <LockableButton locked={editing.count === 0 || editing.busy} onClick={editing.discard}>
          Discard
        </LockableButton>
        <span className="faint" id="items-why" role="status">
          {why}
        </span>
        {editing.count > 0 && !editing.kept && (
          <span role="status">
            This browser can't keep these changes as a draft. Save before you leave.
          </span>
        )}
      </div>
      {repeats.length > 0 && (
        <RepeatsQuestion
          repeats={repeats}
          rows={editing.rows}
          onRemove={answer(remove)}
          onSave={answer(editing.save)}
          onCancel={answer(() => {})}
        />
      )}
    </div>
  );
};
