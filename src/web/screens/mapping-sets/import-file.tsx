import { useMemo, useState } from "react";
import { type Encoding, readTextFile } from "#web/base/read-text-file.ts";
import { type ColumnChoice, guessColumns } from "./file-columns.ts";
import { type FileTake, ImportItems } from "./import-items.tsx";
import { listRows } from "./item-edits.ts";
import {
  fileRefusals,
  maxCharacters,
  mergeTable,
  readFileTable,
  takeItems,
} from "./read-item-table.ts";
import type { ItemEditing } from "./use-item-edits.ts";

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
  /** The file was read again, in another encoding. */
  onTake: (take: FileTake) => void;
  onClose: () => void;
}

/** Takes items from a file into the unsaved edits: the person chooses its columns. */
export const ImportFile = ({ take, editing, onTake, onClose }: ImportFileProps) => {
  const { file, table } = take;
  const { items, edits } = editing;
  const [chosen, setChosen] = useState<ColumnChoice>();
  const choice = useMemo(() => chosen ?? guessColumns(table.lines), [chosen, table]);
  const found = useMemo(() => takeItems(table, choice), [table, choice]);
  const merge = useMemo(
    () => mergeTable(edits, listRows(items, edits), found, choice.to !== undefined),
    [edits, items, found, choice.to],
  );
  return (
    <ImportItems
      take={take}
      choice={choice}
      found={found}
      merge={merge}
      locked={editing.locked}
      onChoose={setChosen}
      onEncode={(encoding) => void takeFile(file, encoding).then(onTake)}
      onCancel={onClose}
      onImport={() => {
        editing.edit(merge.edits);
        onClose();
      }}
    />
  );
};
