import { maxAnswerBytes } from "#contract/limits.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import type { ItemRow, ItemValues } from "./item-edits.ts";

/*
 * The API returns all items of a set in one response (neighbours), and the gateway reads one up to a limit: a larger set
 * could never be opened again.
 */

/** An item of the response without its two values, with ids of ten digits and two times. */
const itemBytes = JSON.stringify({
  id: 1_234_567_890,
  mappingSetId: 1_234_567_890,
  fromValue: "",
  toValue: "",
  createdAt: "2026-01-01T00:00:00.000000+00:00",
  updatedAt: "2026-01-01T00:00:00.000000+00:00",
}).length;

/** The longest way to write a character in JSON: an upstream may write all but ASCII as `\u00e9`. */
const textBytes = (text: string): number => {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) bytes += 5;
    else if (code === 0x22 || code === 0x2f || code === 0x5c) bytes += 1;
  }
  return bytes;
};

const sizeOf = ({ from, to }: ItemValues): number =>
  itemBytes + 1 + textBytes(from) + textBytes(to);

/** The size of a response with these items in bytes: an upper estimate. */
export const estimateSize = (items: readonly ItemValues[]): number =>
  items.reduce((bytes, values) => bytes + sizeOf(values), 2);

const isLoadable = (size: number): boolean => size <= maxAnswerBytes;

/** How many items, from the first on, fit in the response of a set of a size. */
const countFitting = (size: number, items: readonly ItemValues[]): number => {
  let bytes = size;
  const first = items.findIndex((values) => {
    bytes += sizeOf(values);
    return bytes > maxAnswerBytes;
  });
  return first < 0 ? items.length : first;
};

/**
 * How many of the new items fit in a set that can be loaded again; undefined if all do, or if nothing is added to it.
 * `before`, `changed`: the size of its items as they are, and as they are changed.
 */
export const findMost = (
  before: number,
  changed: number,
  additions: readonly ItemValues[],
): number | undefined => {
  const most = countFitting(changed, additions);
  const grows = additions.length > 0 || changed > before;
  return grows && (most < additions.length || !isLoadable(changed)) ? most : undefined;
};

/** New items that don't fit in a set. */
export interface Overflow {
  /** The number of new items; 0 if the values of others grew too long. */
  readonly added: number;
  /** How many of them fit, from the first on. */
  readonly most: number;
}

/** How far the rows of a set don't fit in it; undefined if they do. `saved`: the size of its items without edits. */
export const findOverflow = (saved: number, rows: readonly ItemRow[]): Overflow | undefined => {
  let changed = saved;
  const additions: ItemValues[] = [];
  for (const row of rows) {
    if (!row.changed) continue;
    if (row.saved) changed += sizeOf(row.values) - sizeOf(row.saved);
    // The others aren't sent.
    else if (row.values.from.trim() !== "") additions.push(row.values);
  }
  const most = findMost(saved, changed, additions);
  return most === undefined ? undefined : { added: additions.length, most };
};

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
  alert?: boolean;
}

/** Says that items don't fit in one mapping set, and what to do. */
export const TooLarge = ({ source, alert = false, ...overflow }: TooLargeProps) => (
  <Notice title="These items don't fit in one mapping set" tone="bad" alert={alert}>
    <p>
      The service returns all items of a set in one response of at most{" "}
      {maxAnswerBytes / 1024 / 1024} MB, so a larger set couldn't be opened.{" "}
      {advice[source](overflow)}
    </p>
  </Notice>
);

interface PasteRefusedProps {
  overflow: Overflow;
  onClose: () => void;
}

export const PasteRefused = ({ overflow, onClose }: PasteRefusedProps) => (
  <ConfirmDialog title="Nothing was pasted" cancelLabel="Close" onCancel={onClose} choices={[]}>
    <TooLarge {...overflow} source="clipboard" />
  </ConfirmDialog>
);
