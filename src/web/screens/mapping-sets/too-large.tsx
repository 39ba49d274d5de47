import { maxAnswerBytes } from "#contract/limits.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import type { Overflow } from "./set-size.ts";

/** Where the items come from: a file, the clipboard, or typing and earlier steps. */
type ItemSource = "file" | "clipboard" | "edits";

const advice: Readonly<Record<ItemSource, (overflow: Overflow) => string>> = {
  file: ({ added, most }) =>
    added > 0
      ? `At most ${formatCount(most, "item")} of this file can be added. Import a smaller file, and put the other items in another mapping set.`
      : "Shorten the values in the file.",
  clipboard: ({ added, most }) =>
    added > 0
      ? `At most ${formatCount(most, "item")} of the copied table can be added. Paste fewer rows, and put the other items in another mapping set.`
      : "Paste fewer rows or shorter values.",
  edits: ({ added, most }) =>
    most > 0
      ? `At most ${formatQuantity(most)} of the ${formatCount(added, "new item")} can be saved. Undo the last steps or remove the others, and put them in another mapping set.`
      : "Undo the last steps, or shorten the values that you changed.",
};

interface TooLargeProps extends Overflow {
  source: ItemSource;
  /** Announces it at once. */
  alert?: boolean;
}

/** Says that items don't fit in one mapping set, and what to do. */
export const TooLarge = ({ source, alert = false, ...overflow }: TooLargeProps) => (
  <Notice title="These items don't fit in one mapping set" tone="bad" alert={alert}>
    <p>
      The API returns all items of a set in one response of at most {maxAnswerBytes / 1024 / 1024}{" "}
      MB, so a larger set couldn't be opened. {advice[source](overflow)}
    </p>
  </Notice>
);

interface PasteRefusedProps {
  overflow: Overflow;
  onClose: () => void;
}

/** Says why a paste changed nothing. */
export const PasteRefused = ({ overflow, onClose }: PasteRefusedProps) => (
  <ConfirmDialog title="Nothing was pasted" cancelLabel="Close" onCancel={onClose} choices={[]}>
    <TooLarge {...overflow} source="clipboard" />
  </ConfirmDialog>
);
