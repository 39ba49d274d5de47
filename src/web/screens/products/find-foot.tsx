import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { memo, type ReactNode, useMemo, useRef, useState } from "react";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { ProductMatches } from "#catalog/product-index.ts";
import type { ProductQuery, ProductRow } from "#contract/catalog.ts";
import { type CsvValue, guardText } from "#web/base/csv-value.ts";
import { downloadBlob } from "#web/base/download.ts";
import { formatFileDay } from "#web/base/days.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import type { Column } from "#web/kit/columns.tsx";
import { buildTable, downloadCsv } from "#web/kit/export-rows.ts";
import { ListKeys } from "#web/kit/list-keys.tsx";
import { notify } from "#web/kit/notify.ts";
import { type IdSelection, SelectAll, useRowSelection } from "#web/kit/row-selection.tsx";
import { trackBottomBar } from "#web/kit/track-bottom-bar.ts";
import { exportColumns } from "./found-columns.tsx";

type Exported = Pick<Column<ProductRow>, "header" | "value">;

/** The columns of a file: the id first, so that rows can be found again, then the visible columns, then all others. */
const fileColumns = (shown: readonly Column<ProductRow>[]): Exported[] => [
  { header: "ID", value: (row) => row.id },
  ...shown.filter(({ id }) => id !== "id"),
  ...exportColumns,
];

const exportFound = async (
  copy: Pick<ProductCopy, "exportRows">,
  query: ProductQuery,
  shown: readonly Column<ProductRow>[],
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<void> => {
  const columns = fileColumns(shown);
  const { writeCsvLines, writeCsv } = await import("#web/base/csv.ts");
  const parts = [writeCsv(buildTable(columns, []))];
  await copy.exportRows(
    query,
    (rows, progress) => {
      parts.push(writeCsvLines(buildTable(columns, rows).slice(1)));
      onProgress(progress);
    },
    signal,
  );
  if (signal.aborted) return;
  downloadBlob(
    `products-${formatFileDay()}.csv`,
    new Blob(parts, { type: "text/csv;charset=utf-8" }),
  );
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

export interface ProductSelection extends IdSelection<number> {
  /** Whether there are matches, all of which can be selected. */
  readonly hasRows: boolean;
}

const noIds: readonly number[] = [];

/** The selection of products. It survives another search, so that products of several searches can be selected. */
export const useProductSelection = (matches: ProductMatches | undefined): ProductSelection => {
  const found = matches?.ids ?? noIds;
  const picks = useRowSelection<number>(found);
  return useMemo(() => ({ ...picks, hasRows: found.length > 0 }), [picks, found]);
};

interface FindFootProps {
  copy: ProductCopy;
  query: ProductQuery;
  columns: readonly Column<ProductRow>[];
  picks: ProductSelection;
  count: ReactNode;
}

const failed = () =>
  notify("Couldn't copy or export the rows. The local copy may be updating. Try again.");

const Small = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="xs" onClick={onClick}>
    {label}
  </Button>
);

const Selection = ({ copy, query, columns, picks }: FindFootProps) => {
  if (picks.ids.size === 0) return null;
  const chosen = () => copy.rows(Float64Array.from(picks.ids), query);
  const copyRows = async () => {
    const rows = await chosen();
    copyToClipboard(formatForClipboard(columns, rows), `${formatCount(rows.length, "row")} copied`);
  };
  const exportRows = async () => {
    const rows = await chosen();
    downloadCsv("products-selected", buildTable(fileColumns(columns), rows));
  };
  return (
    <>
      <strong role="status">{formatCount(picks.ids.size, "product")} selected</strong>
      <Small label="Copy rows" onClick={() => void copyRows().catch(failed)} />
      <Small label="Export selected as CSV" onClick={() => void exportRows().catch(failed)} />
      <Button variant="subtle" color="gray" size="xs" onClick={picks.clear}>
        Clear
      </Button>
    </>
  );
};

/** Exports all matches to a file; a long export shows its progress and can be stopped. */
const ExportAll = memo(({ copy, query, columns }: Omit<FindFootProps, "picks" | "count">) => {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);
  const start = () => {
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total: 0 });
    exportFound(copy, query, columns, setProgress, control.signal)
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

const Keys = memo(ListKeys);
const moreKeys = [["C", "copy the row"]] as const;

/** Below the rows: the number of matches, the selection, and the export. */
export const FindFoot = (props: FindFootProps) => (
  <div className="list__foot" ref={trackBottomBar}>
    <Keys more={moreKeys} />
    {props.count}
    <SelectAll picks={props.picks} disabled={!props.picks.hasRows} />
    <Selection {...props} />
    <div className="list__end">
      <ExportAll copy={props.copy} query={props.query} columns={props.columns} />
    </div>
  </div>
);
