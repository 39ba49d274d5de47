import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { counted } from "#web/ui/format.ts";
import type { ItemTable, TableMerge, TableProblem } from "./read-item-table.ts";

const Problems = ({ problems }: { problems: readonly TableProblem[] }) => {
  const [all, setAll] = useState(false);
  if (problems.length === 0) return null;
  const shown = all ? problems : problems.slice(0, 20);
  return (
    <>
      <p>{counted(problems.length, "line")} to look at:</p>
      <ul className="items__lines" tabIndex={0} aria-label="Lines to look at">
        {shown.map(({ line, text, message }, at) => (
          <li key={at}>
            {line > 0 && <>Line {line}: </>}
            {message} {text !== "" && <span className="code">{text}</span>}
          </li>
        ))}
      </ul>
      {!all && problems.length > shown.length && (
        <Button size="xs" onClick={() => setAll(true)}>
          Show all {problems.length}
        </Button>
      )}
    </>
  );
};

interface ImportItemsProps {
  name: string;
  table: ItemTable;
  merge: TableMerge;
  onTake: () => void;
  onCancel: () => void;
}

/** What taking over a file would do, before it does it. Nothing is sent from here. */
export const ImportItems = ({ name, table, merge, onTake, onCancel }: ImportItemsProps) => {
  const { added, updated, same } = merge;
  const changes = added + updated;
  return (
    <ConfirmDialog
      title={`Items from ${name}`}
      onCancel={onCancel}
      choices={
        changes === 0 ? [] : [{ label: `Take over ${counted(changes, "item")}`, onChoose: onTake }]
      }
    >
      <p>
        {table.header
          ? "Its first line names the columns."
          : "Its first line names no columns, so the first column is taken for From and the second for To."}
      </p>
      <ul>
        <li>{counted(added, "item")} to add</li>
        <li>{counted(updated, "item")} to change, because the file maps the value otherwise</li>
        <li>{counted(same, "item")} that the set has already</li>
      </ul>
      <p>Items of the set that the file does not name stay. Nothing is sent until you save.</p>
      <Problems problems={table.problems} />
    </ConfirmDialog>
  );
};
