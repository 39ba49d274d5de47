import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readMatches, type SearchCatalog } from "#web/api/catalog.ts";
import type { ProductQuery, ProductRow } from "#contract/catalog.ts";
import { type CsvValue, guardText } from "#web/base/csv-value.ts";
import { downloadBlob } from "#web/base/download.ts";
import { formatFileDay } from "#web/base/days.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import type { Column } from "#web/kit/columns.tsx";
import { buildTable, downloadCsv } from "#web/kit/export-rows.ts";
import { notify } from "#web/kit/notify.ts";
import { type RowSelection, SelectAll } from "#web/kit/row-selection.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";
import { exportColumns } from "./found-columns.tsx";
import type { Found } from "./found-products.ts";

type Exported = Pick<Column<ProductRow>, "header" | "value">;

/** The columns of a file: the id first, so that rows can be found again, then the visible columns, then all others. */
const fileColumns = (shown: readonly Column<ProductRow>[]): Exported[] => [
  { header: "ID", value: (row) => row.id },
  ...shown.filter(({ id }) => id !== "id"),
  ...exportColumns,
];

const exportFound = async (
  search: SearchCatalog,
  query: ProductQuery,
  shown: readonly Column<ProductRow>[],
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<number> => {
  const columns = fileColumns(shown);
  const { writeCsvLines, writeCsv } = await import("#web/base/csv.ts");
  const parts = [writeCsv(buildTable(columns, []))];
  let done = 0;
  for await (const { rows, total } of readMatches(search, query, {}, signal)) {
    parts.push(writeCsvLines(buildTable(columns, rows).slice(1)));
    done += rows.length;
    onProgress({ done, total });
  }
  downloadBlob(
    `products-${formatFileDay()}.csv`,
    new Blob(parts, { type: "text/csv;charset=utf-8" }),
  );
  return done;
};

const formatCell = (value: CsvValue): string =>
  typeof value === "string" ? guardText(value).replaceAll(/[\t\r\n]+/g, " ") : String(value ?? "");

/** Rows as clipboard text that spreadsheets accept. */
export const formatForClipboard = (
  shown: readonly Column<ProductRow>[],
  rows: readonly ProductRow[],
): string =>
  buildTable(shown, rows)
    .map((row) => row.map(formatCell).join("\t"))
    .join("\n");

export interface ProductSelection extends RowSelection {
  /** The selected products by ID, as they were when they were selected. */
  readonly rows: ReadonlyMap<number, ProductRow>;
  readonly clear: () => void;
  /** Whether there are matches, all of which can be selected. */
  readonly hasRows: boolean;
  /** Rows that are to be selected are still loading. */
  readonly isLoading: boolean;
}

const none: ReadonlyMap<number, ProductRow> = new Map();

const failed = () => notify("Couldn't load the rows. Try again.");

const findIndex = (rows: Found["rows"], id: number | undefined): number | undefined => {
  for (const [index, row] of rows) if (row.id === id) return index;
  return undefined;
};

/**
 * The selection of products. It survives another search, so that products of several searches can be selected. Rows
 * that the screen has not loaded are loaded when they are selected.
 */
export const useProductSelection = (search: SearchCatalog, found: Found): ProductSelection => {
  const { query, total = 0, rows: loaded, rowAt } = found;
  const [rows, setRows] = useState(none);
  // As of the last key, which may come before its rows are drawn.
  const latest = useRef(rows);
  const anchor = useRef<number>(undefined);
  const running = useRef<AbortController>(undefined);
  const [isLoading, setLoading] = useState(false);
  /** All matches, as they were when all were selected. */
  const [whole, setWhole] = useState<{ of: unknown; ids: readonly number[] }>();
  useEffect(() => () => running.current?.abort(), []);
  const replace = useCallback((next: ReadonlyMap<number, ProductRow>) => {
    latest.current = next;
    setRows(next);
  }, []);
  const add = useCallback(
    (more: readonly ProductRow[]) =>
      replace(new Map([...latest.current, ...more.map((row) => [row.id, row] as const)])),
    [replace],
  );
  /** Selects a range; at once if its rows are loaded. */
  const addRange = useCallback(
    async (first: number, last: number): Promise<readonly ProductRow[]> => {
      const known: ProductRow[] = [];
      for (let index = first, row = rowAt(index); row && index <= last; row = rowAt(++index))
        known.push(row);
      if (known.length === last + 1 - first || !query) {
        add(known);
        return known;
      }
      const control = new AbortController();
      running.current?.abort();
      running.current = control;
      setLoading(true);
      try {
        const read: ProductRow[] = [];
        for await (const part of readMatches(search, query, { first, last }, control.signal))
          read.push(...part.rows);
        add(read);
        return read;
      } finally {
        if (running.current === control) setLoading(false);
      }
    },
    [search, query, rowAt, add],
  );
  const toggle = useCallback(
    (index: number, extend = false) => {
      const row = rowAt(index);
      if (!row) return;
      // A range begins at the row that was selected last, unless its selection was removed since.
      const isHeld = anchor.current !== undefined && latest.current.has(anchor.current);
      if (!extend || !isHeld) anchor.current = row.id;
      if (extend) {
        const from = findIndex(loaded, anchor.current) ?? index;
        addRange(Math.min(from, index), Math.max(from, index)).catch(failed);
        return;
      }
      const next = new Map(latest.current);
      if (!next.delete(row.id)) next.set(row.id, row);
      replace(next);
    },
    [loaded, rowAt, addRange, replace],
  );
  const ids = useMemo(() => {
    if (whole?.of === query) return whole?.ids;
    return loaded.size < total ? undefined : Array.from(loaded.values(), ({ id }) => id);
  }, [whole, query, loaded, total]);
  return useMemo(() => {
    const all = ids !== undefined && ids.length > 0 && ids.every((id) => rows.has(id));
    return {
      rows,
      toggle,
      all,
      isLoading,
      hasRows: total > 0,
      has: (index) => rows.has(rowAt(index)?.id ?? Number.NaN),
      toggleAll: () => {
        if (!all) {
          addRange(0, total - 1)
            .then((read) => setWhole({ of: query, ids: read.map(({ id }) => id) }))
            .catch(failed);
          return;
        }
        const next = new Map(latest.current);
        for (const id of ids) next.delete(id);
        replace(next);
      },
      clear: () => {
        running.current?.abort();
        replace(none);
      },
    };
  }, [rows, ids, toggle, isLoading, total, rowAt, addRange, query, replace]);
};

interface FindFootProps {
  search: SearchCatalog;
  query: ProductQuery;
  columns: readonly Column<ProductRow>[];
  picks: ProductSelection;
  count: ReactNode;
}

const Small = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="xs" onClick={onClick}>
    {label}
  </Button>
);

const Selection = ({ columns, picks }: Pick<FindFootProps, "columns" | "picks">) => {
  const rows = [...picks.rows.values()];
  if (rows.length === 0) return picks.isLoading && <span role="status">Selecting…</span>;
  return (
    <>
      <strong role="status">{formatCount(rows.length, "product")} selected</strong>
      <Small
        label="Copy rows"
        onClick={() =>
          copyToClipboard(
            formatForClipboard(columns, rows),
            `${formatCount(rows.length, "row")} copied`,
          )
        }
      />
      <Small
        label="Export selected as CSV"
        onClick={() => downloadCsv("products-selected", buildTable(fileColumns(columns), rows))}
      />
      <Button variant="subtle" color="gray" size="xs" onClick={picks.clear}>
        Clear
      </Button>
    </>
  );
};

/** Exports all matches to a file; a long export shows its progress and can be stopped. */
const ExportAll = memo(({ search, query, columns }: Omit<FindFootProps, "picks" | "count">) => {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);
  const start = () => {
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total: 0 });
    exportFound(search, query, columns, setProgress, control.signal)
      .then((rows) => notify(`${formatCount(rows, "product")} exported as CSV`))
      .catch(() => control.signal.aborted || failed())
      .finally(() => setProgress(undefined));
  };
  useScreenActions([
    progress === undefined && { label: "Export all matching products as CSV", run: start },
  ]);
  if (progress)
    return (
      <>
        <span role="status">
          {formatQuantity(progress.done)} of {formatQuantity(progress.total)} rows
        </span>
        <Small label="Stop" onClick={() => running.current?.abort()} />
      </>
    );
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      title="Export all matching products as CSV"
      onClick={start}
      leftSection={<IconDownload aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
});

/** Below the rows: the number of matches, the selection, and the export. */
export const FindFoot = (props: FindFootProps) => (
  <div className="list__foot" ref={trackBottomBar}>
    {props.count}
    <SelectAll picks={props.picks} disabled={!props.picks.hasRows} />
    <Selection columns={props.columns} picks={props.picks} />
    <div className="list__end">
      <ExportAll search={props.search} query={props.query} columns={props.columns} />
    </div>
  </div>
);
