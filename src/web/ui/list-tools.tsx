import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ColumnChooser } from "./column-chooser.tsx";
import type { Column } from "./data-table-model.ts";
import { exportRows } from "./export-rows.ts";
import { formatTimeOfDay } from "./format.ts";
import { type ListFilters, ListFilterFields } from "./list-filters.tsx";
import { useScreenActions } from "./screen-actions.ts";
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
}

/** The bar above a list's rows: filters at its start; columns, export and refresh at its end. */
export const ListTools = <R extends object>({
  name,
  columns,
  state,
  query,
  tools,
  filters,
  total,
  isPart,
}: ListToolsProps<R>) => {
  const rows = state.rows.map((row) => row.original);
  const exportPage = () => exportRows(name, state.shown, rows);
  const exporting = isPart ? "Export this page as CSV" : "Export as CSV";
  const refresh = () => void query.refetch();
  useScreenActions([
    { label: "Refresh", run: refresh },
    rows.length > 0 && { label: exporting, run: exportPage },
  ]);
  return (
    <div className="list__tools" role="search" aria-label="Filters">
      {tools}
      {filters && <ListFilterFields {...filters} total={total} />}
      <div className="list__end">
        <SortButton columns={columns} visible={state} isPart={isPart} />
        <ColumnChooser columns={columns} visible={state} />
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={rows.length === 0}
          title={exporting}
          onClick={exportPage}
          leftSection={<IconDownload aria-hidden="true" />}
        >
          CSV
        </Button>
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
