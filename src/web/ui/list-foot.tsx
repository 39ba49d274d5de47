import { Button, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer } from "#web/api/call.ts";
import type { Column } from "./data-table-model.ts";
import { exportRows } from "./export-rows.ts";
import { formatCount, formatQuantity } from "./format.ts";
import { ListKeys } from "./list-keys.tsx";
import { readPaging, pageSizes, useListSearch } from "./list-search.ts";
import { settings } from "./settings.ts";
import type { DataTableState } from "./use-data-table.ts";
import { LockableButton } from "./lockable-button.tsx";

interface ListFootProps<R extends object> {
  state: DataTableState<R>;
  answer: Answer<readonly R[]> | undefined;
  paged: boolean;
  /** The size of a page, if the API sets it. */
  pageSize?: number | undefined;
  /** The number of rows on the page before the screen filtered it. */
  pageHeld?: number | undefined;
  name: string;
  columns: readonly Column<R>[];
  actions: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined;
}

/** Describes the range of rows: without a total, a full page means "or more". */
const describeRange = (
  page: { pageNumber: number; pageSize: number },
  count: number,
  total: number | undefined,
): string => {
  const first = (page.pageNumber - 1) * page.pageSize + 1;
  if (count === 0) return page.pageNumber === 1 ? "No rows" : "No rows on this page";
  const range = `${formatQuantity(first)}–${formatQuantity(first + count - 1)}`;
  if (total !== undefined) return `${range} of ${formatQuantity(total)}`;
  return count < page.pageSize
    ? `${range} of ${formatQuantity(first + count - 1)}`
    : `${range} of ${formatQuantity(first + count - 1)}+`;
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

interface PagesProps {
  count: number;
  total: number | undefined;
  fixedSize: number | undefined;
}

const Pages = ({ count, total, fixedSize }: PagesProps) => {
  const { search, turn } = useListSearch();
  const page = readPaging(search, fixedSize);
  const last =
    total === undefined ? count < page.pageSize : page.pageNumber * page.pageSize >= total;
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
      <LockableButton size="xs" locked={last} onClick={() => turnTo(page.pageNumber + 1)}>
        Next →
      </LockableButton>
    </nav>
  );
};

/** The bar below a list's rows: the selection, the number of rows, and the links to other pages. */
export const ListFoot = <R extends object>(props: ListFootProps<R>) => {
  const { answer, paged, pageSize, pageHeld } = props;
  const { search } = useListSearch();
  const shown = answer?.value.length ?? 0;
  const count = pageHeld ?? shown;
  const problems = answer?.problems.length ?? 0;
  const page = readPaging(search, pageSize).pageNumber;
  return (
    <div className="list__foot">
      <ListKeys />
      <span aria-live="polite">
        {answer &&
          (paged
            ? `${count === shown ? "" : `${formatQuantity(shown)} shown of `}${describeRange(readPaging(search, pageSize), count, answer.total)}`
            : shown === 0
              ? "No rows"
              : formatCount(shown, "row"))}
      </span>
      {problems > 0 && <span>{formatCount(problems, "field")} unreadable, left blank</span>}
      <Selection {...props} />
      {paged && !(answer && count === 0 && page === 1) && (
        <Pages count={count} total={answer?.total} fixedSize={pageSize} />
      )}
    </div>
  );
};
