import { Button, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer } from "#web/api/call.ts";
import type { Column } from "./data-table-model.ts";
import { exportRows } from "./export-rows.ts";
import { formatCount, formatQuantity } from "./format.ts";
import { ListKeys } from "./list-keys.tsx";
import { isLastPage, type ListPage } from "./list-page.ts";
import { pageSizes, useListSearch } from "./list-search.ts";
import { SelectAll } from "./select-all.tsx";
import { settings } from "./settings.ts";
import type { DataTableState } from "./use-data-table.ts";
import { LockableButton } from "./lockable-button.tsx";
import { trackBottomBar } from "./track-bottom-bar.ts";

interface ListFootProps<R extends object> {
  state: DataTableState<R>;
  answer: Answer<readonly R[]> | undefined;
  paged: boolean;
  /** The page before the screen filtered it. */
  page: ListPage;
  /** The size of a page, if the API sets it. */
  fixedSize: number | undefined;
  name: string;
  columns: readonly Column<R>[];
  actions: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined;
}

/** Describes the range of rows: without a total, a full page means "or more". */
const describeRange = (page: ListPage): string => {
  const { pageNumber, pageSize, held, total } = page;
  if (held === 0) return pageNumber === 1 ? "No rows" : "No rows on this page";
  const first = (pageNumber - 1) * pageSize + 1;
  const last = formatQuantity(first + held - 1);
  const range = `${formatQuantity(first)}–${last}`;
  if (total !== undefined) return `${range} of ${formatQuantity(total)}`;
  return `${range} of ${last}${isLastPage(page) ? "" : "+"}`;
};

type SelectionProps<R extends object> = Pick<ListFootProps<R>, "state" | "name" | "actions">;

const Selection = <R extends object>({ state, name, actions }: SelectionProps<R>) =>
  state.selected.length > 0 && (
    <>
      <strong role="status">{formatCount(state.selected.length, "row")} selected</strong>
      {actions?.(state.selected, state.clearSelection)}
      <Button size="xs" onClick={() => exportRows(`${name}-selected`, state.shown, state.selected)}>
        Export selected as CSV
      </Button>
      <Button variant="subtle" color="gray" size="xs" onClick={state.clearSelection}>
        Clear
      </Button>
    </>
  );

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

/** Describes the rows of a list, of which the screen may have left out some. */
const describeRows = (shown: number, paged: boolean, page: ListPage): string => {
  if (!paged) return shown === 0 ? "No rows" : formatCount(shown, "row");
  const range = describeRange(page);
  return page.held === shown ? range : `${formatQuantity(shown)} shown of ${range}`;
};

/** The bar below a list's rows: the selection, the number of rows, and the links to other pages. */
export const ListFoot = <R extends object>(props: ListFootProps<R>) => {
  const { state, answer, paged, page, fixedSize } = props;
  const problems = answer?.problems.length ?? 0;
  return (
    <div className="list__foot" ref={trackBottomBar}>
      <ListKeys />
      <span aria-live="polite">{answer && describeRows(answer.value.length, paged, page)}</span>
      {problems > 0 && <span>{formatCount(problems, "field")} unreadable, left blank</span>}
      {state.rows.length > 0 && <SelectAll picks={state.picks} />}
      <Selection {...props} />
      {paged && !(answer && page.held === 0 && page.pageNumber === 1) && (
        <Pages page={page} fixedSize={fixedSize} />
      )}
    </div>
  );
};
