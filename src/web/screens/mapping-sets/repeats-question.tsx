import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { ItemRow } from "./item-edits.ts";
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
export const RepeatsQuestion = (props: RepeatsQuestionProps) => {
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
