import { Button } from "@mantine/core";
import { useState } from "react";
import type { Side } from "#web/ui/field-draft.ts";
import { formatCount, nothing } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SideChoice } from "#web/ui/side-choice.tsx";
import type { ItemConflict, ItemValues } from "./item-edits.ts";

const words = ({ from, to }: ItemValues): string => `“${from}” → “${to || nothing}”`;

interface ItemConflictsProps {
  conflicts: readonly ItemConflict[];
  onResolve: (choices: ReadonlyMap<number, Side>) => void;
}

/** Items that were edited here and changed by another user: the user chooses, one by one or all at once. */
export const ItemConflicts = ({ conflicts, onResolve }: ItemConflictsProps) => {
  const [choices, setChoices] = useState<ReadonlyMap<number, Side>>(new Map());
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const all = (side: Side) => setChoices(new Map(conflicts.map(({ id }) => [id, side])));
  return (
    <Notice
      title={`${formatCount(conflicts.length, "item")} you changed ${conflicts.length === 1 ? "was" : "were"} also changed by another person`}
      tone="waiting"
      alert
      actions={
        <>
          <Button variant="filled" disabled={open > 0} onClick={() => onResolve(choices)}>
            {open > 0 ? `Select ${open} more` : "Save with these choices"}
          </Button>
          <Button onClick={() => all("mine")}>Use all your versions</Button>
          <Button onClick={() => all("theirs")}>Use all their versions</Button>
        </>
      }
    >
      <p>Nothing was sent.</p>
      {conflicts.map((one) => (
        <SideChoice
          key={one.id}
          label={`Was ${words(one.was)}`}
          labels={{
            theirs: `Their version: ${words(one.theirs)}`,
            mine: `Your version: ${words(one.mine)}`,
          }}
          chosen={choices.get(one.id)}
          onChoose={(side) => setChoices(new Map(choices).set(one.id, side))}
        />
      ))}
    </Notice>
  );
};
