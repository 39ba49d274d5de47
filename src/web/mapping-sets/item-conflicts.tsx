import { useState } from "react";
import { counted, nothing } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { ItemConflict, ItemValues } from "./item-edits.ts";

const words = ({ from, to }: ItemValues): string => `“${from}” → “${to || nothing}”`;

type Side = "mine" | "theirs";

const Choice = ({
  one,
  chosen,
  choose,
}: {
  one: ItemConflict;
  chosen: Side | undefined;
  choose: (side: Side) => void;
}) => (
  <fieldset>
    <legend>
      Was {words(one.was)}, is now {words(one.theirs)}
    </legend>
    {(["theirs", "mine"] as const).map((side) => (
      <label key={side} className="check">
        <input
          type="radio"
          name={`item-${one.id}`}
          checked={chosen === side}
          onChange={() => choose(side)}
        />
        <span>
          {side === "theirs" ? "Keep what is there" : `Send what you typed: ${words(one.mine)}`}
        </span>
      </label>
    ))}
  </fieldset>
);

interface ItemConflictsProps {
  conflicts: readonly ItemConflict[];
  onResolve: (choices: ReadonlyMap<number, Side>) => void;
}

/** Items that somebody else changed after they were typed over: the person chooses, one by one or all at once. */
export const ItemConflicts = ({ conflicts, onResolve }: ItemConflictsProps) => {
  const [choices, setChoices] = useState<ReadonlyMap<number, Side>>(new Map());
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const all = (side: Side) => setChoices(new Map(conflicts.map(({ id }) => [id, side])));
  return (
    <Notice
      title={`${counted(conflicts.length, "item")} you changed ${conflicts.length === 1 ? "was" : "were"} changed by somebody else too`}
      tone="waiting"
      alert
      actions={
        <>
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={open > 0}
            onClick={() => onResolve(choices)}
          >
            {open > 0 ? `Choose ${open} more` : "Save with these choices"}
          </button>
          <button type="button" className="button" onClick={() => all("mine")}>
            All as I typed
          </button>
          <button type="button" className="button" onClick={() => all("theirs")}>
            All as they are
          </button>
        </>
      }
    >
      <p>Nothing was sent.</p>
      {conflicts.map((one) => (
        <Choice
          key={one.id}
          one={one}
          chosen={choices.get(one.id)}
          choose={(side) => setChoices(new Map(choices).set(one.id, side))}
        />
      ))}
    </Notice>
  );
};
