import { Button } from "@mantine/core";
import { useState } from "react";
import { formatCount, nothing } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { SideChoice } from "#web/editing/side-choice.tsx";
import type { ItemValues } from "./item-edits.ts";
import type { ItemConflict, ItemSide } from "./item-merge.ts";
import { quoteValue } from "./shown-value.ts";

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
  /** The number of items of this save that were saved before. */
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
