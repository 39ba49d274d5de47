import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ColumnChooser } from "./column-chooser.tsx";
import type { Column } from "./data-table-model.ts";
import { exportRows } from "./export-rows.ts";
import { formatQuantity, formatTimeOfDay } from "#web/base/format.ts";
import { type ListFilters, ListFilterFields } from "./list-filters.tsx";
import { PopoverButton } from "./popover-button.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { SortButton } from "./sort-button.tsx";
import type { DataTableState } from "./use-data-table.ts";

interface ListToolsProps<R extends object> {
  name: string;
  columns: readonly Column<R>[];
  state: DataTableState<R>;
  query: UseQueryResult<unknown>;
  tools: ReactNode;
  filters: ListFilters | undefined;
  /** The number of matching rows on all pages. */
  total: number | undefined;
  /** Whether the rows are one page of several, as far as known. */
  isPart: boolean;
  /** The order without a sorting, in words. */
  order: string | undefined;
  /** Loads all matching rows and exports them; undefined if the rows are all there are, or can't be loaded. */
  exportAll: (() => void) | undefined;
}

type ExportProps = Pick<ListToolsProps<object>, "total" | "exportAll"> & {
  count: number;
  exportPage: () => void;
};

/** Exports the rows, or asks which: those of the page, or all. */
const ExportButton = ({ count, total, exportPage, exportAll }: ExportProps) => {
  const icon = <IconDownload aria-hidden="true" />;
  if (!exportAll || count === 0)
    return (
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        disabled={count === 0}
        title="Export as CSV"
        onClick={exportPage}
        leftSection={icon}
      >
        CSV
      </Button>
    );
  return (
    <PopoverButton title="Export as CSV" label="CSV" icon={icon}>
      {(close) => {
        const exportWith = (act: () => void) => () => {
          close();
          act();
        };
        return (
          <div className="stack">
            <Button onClick={exportWith(exportPage)}>This page ({formatQuantity(count)})</Button>
            <Button onClick={exportWith(exportAll)}>
              All {total !== undefined && `${formatQuantity(total)} `}matching
            </Button>
          </div>
        );
      }}
    </PopoverButton>
  );
};

/** The bar above a list's rows: filters at its start; views, columns, export and refresh at its end. */
export const ListTools = <R extends object>({
  name,
  columns,
  state,
  query,
  tools,
  filters,
  total,
  isPart,
  order,
  exportAll,
}: ListToolsProps<R>) => {
  const rows = state.rows.map((row) => row.original);
  const exportPage = () => exportRows(name, state.shown, rows);
  const refresh = () => void query.refetch();
  useScreenActions([
    { label: "Refresh", run: refresh },
    rows.length > 0 && {
      label: isPart ? "Export this page as CSV" : "Export as CSV",
      run: exportPage,
    },
    exportAll !== undefined &&
      rows.length > 0 && { label: "Export all matching as CSV", run: exportAll },
  ]);
  return (
    <div className="list__tools" role="search" aria-label="Filters">
      {tools}
      {filters && <ListFilterFields {...filters} total={total} />}
      <div className="list__end">
        <SavedViews list={name} />
        <SortButton columns={columns} visible={state} isPart={isPart} order={order} />
        <ColumnChooser columns={columns} visible={state} />
        <ExportButton
          count={rows.length}
          total={total}
          exportPage={exportPage}
          exportAll={exportAll}
        />
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={query.isFetching}
          title={
            query.dataUpdatedAt ? `Loaded at ${formatTimeOfDay(query.dataUpdatedAt)}` : undefined
          }
          onClick={refresh}
          leftSection={<IconRefresh aria-hidden="true" />}
        >
          Refresh
        </Button>
      </div>
    </div>
  );
};
