import { Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type CSSProperties, useDeferredValue, useMemo, useState } from "react";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { downloadCsv } from "#web/kit/export-rows.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { LockableButton } from "#web/kit/button.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { ImportFile, takeFile } from "./import-items.tsx";
import type { FileTake } from "./import-items.tsx";
import { useGridView } from "./item-grid.tsx";
import { findMarks, getValues, type RowMark } from "./item-edits.ts";
import { ItemGrid } from "./item-grid.tsx";
import { ItemsFoot } from "./items-foot.tsx";
import { estimateSize, findOverflow } from "./set-size.tsx";
import { type ItemEditing, useItemEdits } from "./use-item-edits.ts";

const withRefused = (
  marks: ReadonlyMap<string, RowMark>,
  said: ReadonlyMap<string, string>,
): ReadonlyMap<string, RowMark> => {
  const refused = [...said].map(
    ([key, message]) =>
      [key, { kind: "refused", message: `The service reports: ${message}` }] as const,
  );
  return refused.length === 0 ? marks : new Map([...marks, ...refused]);
};

interface ToolsProps {
  editing: ItemEditing;
  marks: ReadonlyMap<string, RowMark>;
  name: string;
  typed: string;
  onType: (text: string) => void;
  onlyMarked: boolean;
  onOnlyMarked: (on: boolean) => void;
  onFile: (file: FileTake) => void;
}

const Tools = (props: ToolsProps) => {
  const { editing, marks, name, typed, onType, onlyMarked, onOnlyMarked, onFile } = props;
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (file) void takeFile(file).then(onFile);
  };
  const exportAll = () =>
    downloadCsv(name, [
      ["from", "to"],
      ...editing.rows.map(({ values }) => [values.from, values.to]),
    ]);
  return (
    <div className="items__tools row">
      <TextInput
        type="search"
        className="items__search"
        aria-label="Search the items"
        aria-keyshortcuts="/"
        placeholder="Search both values"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <LockableButton size="xs" locked={!editing.undo} onClick={editing.undo}>
        Undo
      </LockableButton>
      <LockableButton size="xs" locked={!editing.redo} onClick={editing.redo}>
        Redo
      </LockableButton>
      {(marks.size > 0 || onlyMarked) && (
        <Checkbox
          label={`Only rows to check (${marks.size})`}
          checked={onlyMarked}
          onChange={(event) => onOnlyMarked(event.target.checked)}
        />
      )}
      <Button
        size="xs"
        component="label"
        data-disabled={editing.locked !== undefined}
        title={editing.locked}
      >
        Import CSV
        <input
          type="file"
          disabled={editing.locked !== undefined}
          className="visually-hidden"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={onChange}
        />
      </Button>
      <Button size="xs" onClick={exportAll}>
        Export CSV
      </Button>
    </div>
  );
};

/** “47 items, 200 new, 3 changed”. */
const countWords = ({ items, edits, count }: ItemEditing): string => {
  const changed = Object.keys(edits.changed).length;
  const added = count - changed;
  return [
    formatCount(items.length, "item"),
    added > 0 && `${formatQuantity(added)} new`,
    changed > 0 && `${formatQuantity(changed)} changed`,
  ]
    .filter(Boolean)
    .join(", ");
};

interface EditorProps {
  id: number;
  name: string;
  items: MappingSetItem[];
}

const Editor = ({ id, name, items }: EditorProps) => {
  const editing = useItemEdits(id, items);
  const [typed, setTyped] = useState("");
  const [onlyMarked, setOnlyMarked] = useState(false);
  const [file, setFile] = useState<FileTake>();
  const needle = useDeferredValue(typed.trim().toLowerCase());
  const { rows } = editing;
  const deferred = useDeferredValue(rows);
  const own = useMemo(() => findMarks(deferred), [deferred]);
  const marks = useMemo(() => withRefused(own, editing.refused), [own, editing.refused]);
  const size = useMemo(() => estimateSize(items.map(getValues)), [items]);
  const overflow = useMemo(() => findOverflow(size, deferred), [size, deferred]);
  const found = useGridView(rows, marks, { needle, onlyMarked });
  const view = { ...found, blank: found.blank && editing.forbidden === undefined };
  return (
    <Sheet title="Items" note={countWords(editing)} flush>
      <Tools
        editing={editing}
        marks={marks}
        name={name}
        typed={typed}
        onType={setTyped}
        onlyMarked={onlyMarked}
        onOnlyMarked={setOnlyMarked}
        onFile={setFile}
      />
      {/* Above the rows, since the bar below them must cover as little of a phone's screen as possible. */}
      <p className="items__note faint">
        The service can't delete items. To disable an item, map its value to itself.
      </p>
      {view.places.length === 0 && !view.blank ? (
        <p className="plain-table__none">
          {rows.length === 0 ? "This set has no items." : `No items match “${typed.trim()}”.`}
        </p>
      ) : (
        <ItemGrid editing={editing} marks={marks} view={view} />
      )}
      <ItemsFoot editing={editing} marks={marks} overflow={overflow} />
      {file && (
        <ImportFile
          take={file}
          editing={editing}
          // A preview that was closed meanwhile stays closed.
          onTake={(next) => setFile((now) => now && next)}
          onClose={() => setFile(undefined)}
        />
      )}
      <UnsavedGuard
        dirty={editing.count > 0}
        saving={editing.busy && editing.kept}
        keepsDraft={editing.kept}
        onDiscard={editing.discard}
      />
    </Sheet>
  );
};

interface MappingSetItemsProps {
  id: number;
  name: string;
  /** The set's own count of items: reserves their space before they load. */
  count: number;
  enabled: boolean;
}

/** The editor of a set's items: typing, paste from a spreadsheet, import, export, search, save. */
export const MappingSetItems = ({ id, name, count, enabled }: MappingSetItemsProps) => {
  const query = useQuery({ ...mappingSetItems(id), enabled });
  if (query.data) return <Editor key={id} id={id} name={name} items={query.data.value} />;
  return (
    <Sheet title="Items" flush>
      {query.isPending && (
        <div
          className="items__waiting sheet__body stack"
          role="status"
          aria-busy="true"
          aria-label="Loading"
          style={{ "--items": count } as CSSProperties}
        >
          {[30, 24, 36].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {query.isError && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} blank />
      )}
    </Sheet>
  );
};
