import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Answer } from "#web/api/call.ts";
import { formatCount, formatQuantity, formatTimeOfDay } from "#web/base/format.ts";
import { pageSizes, useListSearch } from "#web/base/list-search.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { settings } from "#web/base/settings.ts";
import type { Nouns } from "./use-listed-rows.ts";
import { ColumnChooser, SortButton } from "./column-chooser.tsx";
import type { Column } from "./columns.tsx";
import { exportRows } from "./export-rows.ts";
import { ListFilterFields, type ListFilters } from "./filters.tsx";
import { LockableButton } from "./button.tsx";
import { PopoverButton } from "./popover-button.tsx";
import { SavedViews } from "./views.tsx";
import { type RowSelection, SelectAll } from "./row-selection.tsx";
import { trackBottomBar } from "./track-bottom-bar.ts";
import { type DataTableState, holdsAll, isLastPage, type ListPage } from "./use-data-table.ts";

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

interface ListFootProps<R extends object> {
  state: DataTableState<R>;
  picks: RowSelection;
  answer: Answer<readonly R[]> | undefined;
  nouns: Nouns;
  /** The order of the rows in words, unless a person sorted them. */
  order: string | undefined;
  paged: boolean;
  /** The page before the screen filtered it. */
  page: ListPage;
  /** The size of a page, if the API sets it. */
  fixedSize: number | undefined;
  name: string;
  /** The number of matching rows on all pages, if it is known. */
  total: number | undefined;
  /** Loads and selects all matching rows; undefined if the rows are all there are, or can't be loaded. */
  selectEvery: (() => void) | undefined;
  actions: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined;
}

/**
 * Describes the rows of a list: how many there are, and which of them are shown if there are more. Without a total, a
 * full page means "or more".
 */
const describeRows = (shown: number, paged: boolean, page: ListPage, nouns: Nouns): string => {
  const { pageNumber, pageSize, held, total } = page;
  if (!paged || (holdsAll(page) && held === shown)) return formatCount(shown, ...nouns);
  const first = (pageNumber - 1) * pageSize + 1;
  const last = first + held - 1;
  const all =
    total !== undefined
      ? formatCount(total, ...nouns)
      : `${formatQuantity(last)}${isLastPage(page) ? "" : "+"} ${nouns[1]}`;
  const range = `${formatQuantity(first)}–${formatQuantity(last)} of ${all}`;
  if (held === 0) return `No ${nouns[1]} on this page`;
  return held === shown ? range : `${formatQuantity(shown)} match among ${range}`;
};

type SelectionProps<R extends object> = Pick<
  ListFootProps<R>,
  "state" | "name" | "actions" | "nouns" | "total" | "selectEvery"
>;

const Selection = <R extends object>(props: SelectionProps<R>) => {
  const { state, name, actions, nouns, total, selectEvery } = props;
  const { selected, shown, picks, rows } = state;
  if (selected.length === 0) return null;
  return (
    <div className="list__picked" role="group" aria-label={`Selected ${nouns[1]}`}>
      <strong role="status">{formatCount(selected.length, ...nouns)} selected</strong>
      {selectEvery && picks.all && selected.length === rows.length && (
        <Button size="xs" variant="subtle" onClick={selectEvery}>
          Select all {total !== undefined && `${formatQuantity(total)} `}matching
        </Button>
      )}
      {actions?.(selected, state.clear)}
      <Button size="xs" onClick={() => exportRows(`${name}-selected`, shown, selected)}>
        Export selected as CSV
      </Button>
      <Button variant="subtle" color="gray" size="xs" onClick={state.clear}>
        Clear
      </Button>
    </div>
  );
};

type PagesProps = Pick<ListFootProps<object>, "page" | "fixedSize">;

const Pages = ({ page, fixedSize }: PagesProps) => {
  const { turn } = useListSearch();
  const turnTo = (number: number) => turn({ page: number === 1 ? "" : String(number) });
  return (
    <nav className="row list__end" aria-label="Pages">
      {fixedSize === undefined && (
        <NativeSelect
          className="list__size"
          label="Rows"
          data={pageSizes.map(String)}
          value={page.pageSize}
          onChange={({ target: { value } }) =>
            turn({ size: value === settings.get().pageSize ? "" : value, page: "" })
          }
        />
      )}
      <LockableButton
        size="xs"
        locked={page.pageNumber === 1}
        onClick={() => turnTo(page.pageNumber - 1)}
      >
        ← Previous
      </LockableButton>
      <LockableButton
        size="xs"
        locked={isLastPage(page)}
        onClick={() => turnTo(page.pageNumber + 1)}
      >
        Next →
      </LockableButton>
    </nav>
  );
};

/** The bar below a list's rows: the selection, the number of rows, and the links to other pages. */
export const ListFoot = <R extends object>(props: ListFootProps<R>) => {
  const { state, picks, answer, nouns, order, paged, page, fixedSize } = props;
  const problems = answer?.problems.length ?? 0;
  return (
    <div className="list__foot" ref={trackBottomBar}>
      <span aria-live="polite">
        {answer && describeRows(answer.value.length, paged, page, nouns)}
        {answer && answer.value.length > 1 && order && `, ${order}`}
      </span>
      {problems > 0 && <span>{formatCount(problems, "field")} unreadable, left blank</span>}
      {state.rows.length > 0 && <SelectAll picks={picks} />}
      <Selection {...props} />
      {paged && !(answer && page.held === 0 && page.pageNumber === 1) && (
        <Pages page={page} fixedSize={fixedSize} />
      )}
    </div>
  );
};
