import type { KeyboardEvent, MouseEvent } from "react";
import type { CsvValue } from "./csv-value.ts";
import type { DataTableState } from "./use-data-table.ts";
import { singleKeysOn } from "./single-keys.ts";
import { SkeletonCell } from "./skeleton.tsx";

type Row<R extends object> = DataTableState<R>["rows"][number];

const linkOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-row-link]") ?? null;

/** Which row the keys of a list lead to, seen from the row that has the focus. */
const steps: Readonly<Record<string, (row: Element) => Element | null | undefined>> = {
  ArrowDown: (row) => row.nextElementSibling,
  j: (row) => row.nextElementSibling,
  ArrowUp: (row) => row.previousElementSibling,
  k: (row) => row.previousElementSibling,
  Home: (row) => row.parentElement?.firstElementChild,
  End: (row) => row.parentElement?.lastElementChild,
};

const onKeys = (event: KeyboardEvent<HTMLTableSectionElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = (event.target as Element).closest("tr");
  if (!row || (event.key.length === 1 && !singleKeysOn())) return;
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    linkOf(step(row))?.focus();
  }
  if (event.key === "x") row.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
};

/** A click anywhere on a row opens it, as its link does; text that is being selected and the row's own controls stay as they are. */
const onRowClick = (event: MouseEvent<HTMLTableRowElement>) => {
  const target = event.target as Element;
  if (target.closest("a, button, input, label, summary") || document.getSelection()?.toString())
    return;
  linkOf(event.currentTarget)?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
    }),
  );
};

interface BodyProps<R extends object> {
  state: DataTableState<R>;
  nameOf: (row: R) => string;
}

/** What a cut cell says in full. */
const titleOf = (value: CsvValue): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const Cells = <R extends object>({ state, row, nameOf }: BodyProps<R> & { row: Row<R> }) => (
  <>
    <td role="cell" className="table__pick">
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row.original)}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </td>
    {state.shown.map((column) => (
      <td
        key={column.id}
        role="cell"
        data-align={column.align}
        data-main={column.main}
        data-wide={column.wide}
        data-label={column.header}
        title={titleOf(column.value(row.original))}
      >
        {column.cell(row.original)}
      </td>
    ))}
  </>
);

/** The rows of a list. Arrows or j and k move between them, Enter opens, x selects. */
export const DataTableBody = <R extends object>({ state, nameOf }: BodyProps<R>) => (
  <tbody role="rowgroup" onKeyDown={onKeys}>
    {state.rows.map((row) => (
      <tr key={row.id} role="row" aria-selected={row.getIsSelected()} onClick={onRowClick}>
        <Cells state={state} row={row} nameOf={nameOf} />
      </tr>
    ))}
  </tbody>
);

const widths = [7, 11, 9, 12, 8, 10];

/** Rows on their way, in the height that they will have. */
export const SkeletonBody = <R extends object>({
  state,
  count = 16,
}: {
  state: DataTableState<R>;
  count?: number;
}) => (
  <tbody role="rowgroup" aria-hidden="true">
    {Array.from({ length: count }, (_, row) => (
      <tr key={row} role="row">
        <td role="cell" className="table__pick">
          &nbsp;
        </td>
        {state.shown.map(({ id, align, main }, column) => (
          <td key={id} role="cell" data-align={align} data-main={main}>
            <SkeletonCell width={widths[(row + column) % widths.length] ?? 8} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);
