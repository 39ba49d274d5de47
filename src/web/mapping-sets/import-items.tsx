import { Button } from "@mantine/core";
import { Fragment, useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { formatCount, formatQuantity } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type FileFlaw, fileFlaws } from "#web/ui/read-text-file.ts";
import type { ItemTable, TableMerge, TableProblem } from "./read-item-table.ts";
import { TooLarge } from "./too-large.tsx";

/** More lines than people read through, and than a browser shows quickly. */
const listedAtMost = 1_000;

const Problems = ({ problems }: { problems: readonly TableProblem[] }) => {
  const [all, setAll] = useState(false);
  if (problems.length === 0) return null;
  const listed = problems.slice(0, listedAtMost);
  const shown = all ? listed : listed.slice(0, 20);
  return (
    <>
      <p>{formatCount(problems.length, "line")} to check:</p>
      <ul className="items__lines" tabIndex={0} aria-label="Lines to check">
        {shown.map(({ line, text, message }, at) => (
          <li key={at}>
            Line {line}: {message} {text !== "" && <span className="code">{text}</span>}
          </li>
        ))}
      </ul>
      {!all && listed.length > shown.length && (
        <Button size="xs" onClick={() => setAll(true)}>
          {listed.length === problems.length ? "Show all" : "Show the first"}{" "}
          {formatQuantity(listed.length)}
        </Button>
      )}
    </>
  );
};

/** Values whose letters differ between encodings, for a person to check. */
const listAccented = ({ rows }: ItemTable): string[] => {
  const values = rows.flatMap(({ from, to }) => [from, to]);
  return [...new Set(values.filter((value) => /[^\0-\x7f]/.test(value)))].slice(0, 3);
};

const FlawNotice = ({ flaw, table }: { flaw: FileFlaw; table: ItemTable }) => {
  const { title, text } = fileFlaws[flaw];
  const accented = flaw === "guessed" ? listAccented(table) : [];
  return (
    <Notice title={title} tone="waiting">
      <p>
        {text}
        {accented.length > 0 && " For example: "}
        {accented.map((value, at) => (
          <Fragment key={value}>
            {at > 0 && ", "}
            <bdi>“{value.slice(0, 80)}”</bdi>
          </Fragment>
        ))}
      </p>
    </Notice>
  );
};

interface ImportItemsProps {
  name: string;
  table: ItemTable;
  flaw?: FileFlaw | undefined;
  merge: TableMerge;
  /** Why nothing can be imported now: a save that goes on. */
  locked?: string | undefined;
  onTake: () => void;
  onCancel: () => void;
}

/** A preview of an import, or why the file can't be imported. Nothing is sent from here. */
export const ImportItems = (props: ImportItemsProps) => {
  const { name, table, flaw, merge, locked, onTake, onCancel } = props;
  const { refusal } = table;
  if (refusal !== undefined)
    return (
      <ConfirmDialog title={refusal.title} cancelLabel="Close" onCancel={onCancel} choices={[]}>
        <p>
          <bdi>{name}</bdi> wasn't imported. {refusal.message}
        </p>
      </ConfirmDialog>
    );
  const { added, updated, same, most } = merge;
  const changes = added + updated;
  return (
    <ConfirmDialog
      title={`Items from ${name}`}
      onCancel={onCancel}
      cancelLabel={most === undefined ? "Cancel" : "Close"}
      choices={
        changes === 0 || most !== undefined
          ? []
          : [
              {
                label: `Import ${formatCount(changes, "item")}`,
                locked: locked !== undefined,
                onChoose: onTake,
              },
            ]
      }
    >
      {flaw && <FlawNotice flaw={flaw} table={table} />}
      <p>
        {table.header
          ? "The first line has the column names."
          : "The first line has no column names, so the first column is used as From and the second as To."}
      </p>
      <ul>
        {changes + same === 0 && <li>No items in this file</li>}
        {added > 0 && <li>{formatCount(added, "item")} to add</li>}
        {updated > 0 && <li>{formatCount(updated, "item")} to change to the file's value</li>}
        {same > 0 && <li>{formatCount(same, "item")} already in the set</li>}
      </ul>
      {most === undefined ? (
        <p>
          Other items of the set are kept. Nothing is saved until you save the items.{" "}
          <span role="status">{locked}</span>
        </p>
      ) : (
        <TooLarge added={added} most={most} source="file" />
      )}
      <Problems problems={table.problems} />
    </ConfirmDialog>
  );
};
