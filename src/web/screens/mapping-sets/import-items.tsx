import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { Fragment, useMemo, useState } from "react";
import { cutText } from "#contract/cut-text.ts";
import { formatCount, formatQuantity, nothing } from "#web/base/format.ts";
import {
  type Encoding,
  encodings,
  type FileFlaw,
  fileFlaws,
  guessedEncoding,
  readTextFile,
} from "#web/base/read-text-file.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import {
  type CellLine,
  type ColumnChoice,
  countColumns,
  fileRefusals,
  type FileTable,
  guessColumns,
  type ItemTable,
  maxCharacters,
  mergeTable,
  readFileTable,
  type TableProblem,
  takeItems,
  takeValues,
} from "./read-item-table.ts";
import { type ItemValues, listRows } from "./item-edits.ts";
import { quoteValue, showValue } from "./shown-value.ts";
import { TooLarge } from "./set-size.tsx";
import type { ItemEditing } from "./use-item-edits.ts";

interface ImportColumnsProps {
  lines: readonly CellLine[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

const noColumn = { value: "", label: "None" };

const listColumns = (lines: readonly CellLine[], heading: boolean) =>
  Array.from({ length: countColumns(lines) }, (_, column) => {
    const first = showValue(cutText(lines[0]?.cells[column]?.trim() ?? "", 40));
    const name = `Column ${column + 1}`;
    const named = first === "" ? name : `${name}: ${first}`;
    return { value: String(column), label: heading ? first || name : named };
  });

type PreviewedLine = ItemValues & Pick<CellLine, "line">;

const cellOf = (value: string) => <bdi>{showValue(cutText(value, 80)) || nothing}</bdi>;

const previewColumns: readonly PlainColumn<PreviewedLine>[] = [
  { header: "Line", cell: ({ line }) => <span className="faint">{`Line\u00a0${line}`}</span> },
  { header: "From", cell: ({ from }) => cellOf(from) },
  { header: "To", cell: ({ to }) => cellOf(to) },
];

/** The choice of columns over the first lines of a file as they are imported. */
const ImportColumns = ({ lines, choice, onChoose }: ImportColumnsProps) => {
  const { from, to, heading } = choice;
  const columns = listColumns(lines, heading);
  const shown = (heading ? lines.slice(1) : lines).slice(0, 5);
  return (
    <>
      <div className="items__columns">
        <NativeSelect
          label="From column"
          data={columns}
          value={String(from)}
          onChange={(event) => onChoose({ ...choice, from: Number(event.target.value) })}
        />
        <NativeSelect
          label="To column"
          data={[...columns, noColumn]}
          value={to === undefined ? "" : String(to)}
          onChange={({ target: { value } }) =>
            onChoose({ ...choice, to: value === "" ? undefined : Number(value) })
          }
        />
      </div>
      <Checkbox
        label="First line is a heading"
        checked={heading}
        onChange={(event) => onChoose({ ...choice, heading: event.target.checked })}
      />
      <PlainTable
        label="First lines of the file"
        columns={previewColumns}
        rows={shown.map((one) => ({ line: one.line, ...takeValues(one, choice) }))}
        none="No lines below the heading"
      />
    </>
  );
};

export interface FileTake {
  readonly file: File;
  readonly table: FileTable;
  readonly flaw?: FileFlaw | undefined;
  /** The encoding that the person chose, because the file isn't UTF-8. */
  readonly encoding?: Encoding | undefined;
}

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
      <ul className="items__lines small" tabIndex={0} aria-label="Lines to check">
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

interface EncodingChoiceProps {
  encoding: Encoding | undefined;
  found: ItemTable;
  onEncode: (encoding: Encoding) => void;
}

const EncodingChoice = ({ encoding, found, onEncode }: EncodingChoiceProps) => {
  const accented = listAccented(found);
  return (
    <NativeSelect
      label="Encoding"
      description={
        accented.length > 0 && (
          <>
            Check these values:{" "}
            {accented.map((value, at) => (
              <Fragment key={value}>
                {at > 0 && ", "}
                <bdi>{quoteValue(value)}</bdi>
              </Fragment>
            ))}
          </>
        )
      }
      data={encodings.map(([value, label]) => ({ value, label }))}
      value={encoding ?? guessedEncoding}
      onChange={(event) => onEncode(event.target.value as Encoding)}
    />
  );
};

/** Reads a file of items. Never rejects. */
export const takeFile = async (file: File, encoding?: Encoding): Promise<FileTake> => {
  const read = await readTextFile(file, maxCharacters, encoding);
  return read.kind === "text"
    ? { file, table: readFileTable(read.text), flaw: read.flaw, encoding }
    : { file, table: { refusal: fileRefusals[read.kind], lines: [] }, encoding };
};

interface ImportFileProps {
  take: FileTake;
  editing: ItemEditing;
  onTake: (take: FileTake) => void;
  onClose: () => void;
}

/** A preview of the items of a file for the unsaved edits, or why it can't be imported. Nothing is sent from here. */
export const ImportFile = ({ take, editing, onTake, onClose }: ImportFileProps) => {
  const { file, table, flaw, encoding } = take;
  const { name } = file;
  const { refusal } = table;
  const { items, edits, locked } = editing;
  const [chosen, setChosen] = useState<ColumnChoice>();
  const choice = useMemo(() => chosen ?? guessColumns(table.lines), [chosen, table]);
  const found = useMemo(() => takeItems(table, choice), [table, choice]);
  const merge = useMemo(
    () => mergeTable(edits, listRows(items, edits), found, choice.to !== undefined),
    [edits, items, found, choice.to],
  );
  if (refusal !== undefined)
    return (
      <ConfirmDialog title={refusal.title} cancelLabel="Close" onCancel={onClose} choices={[]}>
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
      onCancel={onClose}
      cancelLabel={most === undefined ? "Cancel" : "Close"}
      choices={
        changes === 0 || most !== undefined
          ? []
          : [
              {
                label: `Import ${formatCount(changes, "item")}`,
                locked: locked !== undefined,
                onChoose: () => {
                  editing.edit(merge.edits);
                  onClose();
                },
              },
            ]
      }
    >
      {/* One part of the dialog, which would shrink a notice or a table to fit: it scrolls as a whole. */}
      <div className="stack">
        {flaw && (
          <Notice title={fileFlaws[flaw].title} tone="waiting">
            <p>{fileFlaws[flaw].text}</p>
          </Notice>
        )}
        {(flaw === "guessed" || encoding !== undefined) && (
          <EncodingChoice
            encoding={encoding}
            found={found}
            onEncode={(next) => void takeFile(file, next).then(onTake)}
          />
        )}
        {table.lines.length > 0 && (
          <ImportColumns lines={table.lines} choice={choice} onChoose={setChosen} />
        )}
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
        {found.notes.length > 0 && (
          <Notice title="Check before importing" tone="waiting">
            {found.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        )}
        <Problems problems={found.problems} />
      </div>
    </ConfirmDialog>
  );
};
