import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount, formatQuantity, nothing } from "#web/base/format.ts";
import { SaveStatus, SideChoice, UnknownOutcome } from "#web/editing/save-outcome.tsx";
import { whyNotSaved } from "#web/editing/report-save.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { LockableButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";
import {
  findRepeats,
  type ItemRow,
  type ItemValues,
  removeEdits,
  type RowMark,
} from "./item-edits.ts";
import type { ItemConflict, ItemSide } from "./item-merge.ts";
import type { ItemEditing, ItemsSaving } from "./use-item-edits.ts";
import { type Overflow, TooLarge } from "./set-size.tsx";
import { quoteValue } from "./shown-value.ts";

const listedAtMost = 5;

interface RepeatsQuestionProps {
  /** The rows that repeat a From value; at least one. */
  repeats: readonly ItemRow[];
  rows: readonly ItemRow[];
  onRemove: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Asks before rows are saved that repeat a From value: items can't be deleted afterwards. */
const RepeatsQuestion = (props: RepeatsQuestionProps) => {
  const { repeats, rows, onRemove, onSave, onCancel } = props;
  const { length } = repeats;
  const more = length - listedAtMost;
  const listed = new Set(repeats.slice(0, listedAtMost));
  return (
    <ConfirmDialog
      title="Save rows that repeat a value?"
      onCancel={onCancel}
      choices={[
        { label: "Save anyway", kind: "danger", onChoose: onSave },
        { label: `Remove ${formatCount(length, "row")}`, onChoose: onRemove },
      ]}
    >
      <p>
        {formatCount(length, "row")} {length === 1 ? "repeats" : "repeat"} a value. Items can't be
        deleted.
      </p>
      <ul>
        {rows.map(
          (row, at) =>
            listed.has(row) && (
              <li key={row.key}>
                Row {at + 1}: <bdi>{quoteValue(row.values.from)}</bdi>
              </li>
            ),
        )}
        {more > 0 && <li>{formatQuantity(more)} more</li>}
      </ul>
    </ConfirmDialog>
  );
};

const words = ({ from, to }: ItemValues): string =>
  `${quoteValue(from)} → ${quoteValue(to || nothing)}`;

const labelsOf = ({ mine, theirs, both }: ItemConflict) => ({
  theirs: `Their version: ${words(theirs)}`,
  mine: `Your version: ${words(mine)}`,
  ...(both && { both: `Both changes: ${words(both)}` }),
});

const titleOf = (conflicts: readonly ItemConflict[]): string => {
  const act = conflicts.every(({ added }) => added === undefined)
    ? "changed"
    : conflicts.some(({ added }) => added === undefined)
      ? "changed or added"
      : "added";
  const be = conflicts.length === 1 ? "was" : "were";
  return `${formatCount(conflicts.length, "item")} you ${act} ${be} also ${act} by another person`;
};

interface ItemConflictsProps {
  conflicts: readonly ItemConflict[];
  saved: number;
  onResolve: (choices: ReadonlyMap<number, ItemSide>) => void;
}

/** Items that were edited or added here and by another person: the person chooses, one by one or all at once. */
export const ItemConflicts = ({ conflicts, saved, onResolve }: ItemConflictsProps) => {
  const [choices, setChoices] = useState<ReadonlyMap<number, ItemSide>>(new Map());
  // “Both changes” is not offered any more where typing has changed both values since.
  const sideOf = ({ id, both }: ItemConflict): ItemSide | undefined => {
    const side = choices.get(id);
    return side === "both" && !both ? undefined : side;
  };
  const open = conflicts.filter((one) => sideOf(one) === undefined).length;
  const all = (side: ItemSide) => setChoices(new Map(conflicts.map(({ id }) => [id, side])));
  return (
    <Notice
      title={titleOf(conflicts)}
      tone="waiting"
      alert
      actions={
        <>
          <Button variant="filled" disabled={open > 0} onClick={() => onResolve(choices)}>
            Save with these choices
          </Button>
          <Button onClick={() => all("mine")}>Use all your versions</Button>
          <Button onClick={() => all("theirs")}>Use all their versions</Button>
          {open > 0 && <span>Select {formatCount(open, "more version")}</span>}
        </>
      }
    >
      <p>
        {saved > 0
          ? `${formatCount(saved, "item")} saved before this. These and your other changes are not saved yet.`
          : "Nothing was saved."}
      </p>
      {conflicts.map((one) => (
        <SideChoice<ItemSide>
          key={one.id}
          label={one.was ? `Was ${words(one.was)}` : `Added by both: ${quoteValue(one.mine.from)}`}
          labels={labelsOf(one)}
          chosen={sideOf(one)}
          onChoose={(side) => setChoices(new Map(choices).set(one.id, side))}
        />
      ))}
    </Notice>
  );
};

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
