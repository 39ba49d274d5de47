import { useEffect, useMemo } from "react";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { whyNotSaved } from "#web/editing/report-save.ts";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { SaveStatus, VersionChoice } from "#web/editing/save-outcome.tsx";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { filterRows, findRepeats, type RowMark } from "./item-edits.ts";
import type { ItemEditing } from "./use-item-edits.ts";
import { type Overflow, TooLarge } from "./set-size.tsx";
import { quoteValue } from "./shown-value.ts";

const listedAtMost = 5;

/** Asks before rows are saved that repeat a From value: items can't be deleted afterwards. */
const RepeatsQuestion = ({ editing }: { editing: ItemEditing }) => {
  const { rows, edits, edit, confirm, back } = editing;
  const repeats = findRepeats(rows);
  const { length } = repeats;
  const more = length - listedAtMost;
  const listed = new Set(repeats.slice(0, listedAtMost));
  const remove = () => {
    const keys = new Set(repeats.map(({ key }) => key));
    edit(filterRows(edits, (key) => !keys.has(key)));
  };
  return (
    <ConfirmDialog
      title="Save rows that repeat a value?"
      onCancel={back}
      choices={[
        { label: "Save anyway", kind: "danger", onChoose: confirm },
        { label: `Remove ${formatCount(length, "row")}`, onChoose: remove },
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

/** What this save has saved before it stopped. */
const SavedBefore = ({ editing: { done } }: { editing: ItemEditing }) => (
  <p>
    {done > 0 ? `${formatCount(done, "item")} saved before this. ` : "Nothing was saved. "}
    Your other changes are kept.
  </p>
);

const Refused = ({ error, editing }: { error: unknown; editing: ItemEditing }) => {
  const inGrid = useMemo(() => inRows(error, editing), [error, editing]);
  // The bar with this message may cover the row that it is about.
  useEffect(() => {
    document
      .querySelector(".item-grid__mark[data-kind='refused']")
      ?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <ErrorNotice error={inGrid}>
      <SavedBefore editing={editing} />
    </ErrorNotice>
  );
};

const Outcome = ({ editing }: { editing: ItemEditing }) => {
  const { id, saving, differences } = editing;
  if (saving.kind === "confirming") return <RepeatsQuestion editing={editing} />;
  if (saving.kind === "refused") return <Refused error={saving.error} editing={editing} />;
  if (saving.kind === "conflict")
    return (
      <VersionChoice
        noun="mapping set"
        record={{ resource: "mapping-sets", id }}
        differences={differences}
        onResolve={editing.resolve}
      >
        <SavedBefore editing={editing} />
      </VersionChoice>
    );
  return (
    <SaveStatus
      noun="mapping set"
      state={saving}
      canCheck
      onCheck={editing.check}
      onAcknowledge={editing.back}
    />
  );
};

interface FootProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  overflow: Overflow | undefined;
}

const whyNot = ({ editing, marks, overflow }: FootProps) => {
  const { saving, count, done, forbidden } = editing;
  if (saving.kind === "sending")
    return `Saving items, ${formatQuantity(done)} of ${formatQuantity(done + count)}.`;
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
  const { count, busy } = editing;
  const why = whyNot(props);
  return (
    <SaveBar
      stays
      announces
      save={{
        label: count > 0 ? `Save ${formatCount(count, "item")}` : "Save items",
        locked: why !== undefined,
        onClick: () => why === undefined && editing.save(),
      }}
      why={why}
      draft={{ dirty: count > 0, kept: editing.kept, elsewhere: editing.elsewhere }}
      discard={{ locked: count === 0 || busy, onClick: editing.discard }}
      outcome={
        <>
          {overflow && !busy && <TooLarge {...overflow} source="edits" alert />}
          <Outcome editing={editing} />
        </>
      }
    />
  );
};
