import { memo, type ReactNode, type Ref } from "react";
import type { Column } from "./data-table-model.ts";
import { SkeletonCell } from "./skeleton.tsx";

interface RowProps<R extends object> {
  /** Undefined while it is loading. */
  row: R | undefined;
  index: number;
  /** Its distance from the top in px; undefined in normal flow. */
  top: number | undefined;
  /** Undefined if rows cannot be selected. */
  picked: boolean | undefined;
  columns: readonly Column<R>[];
  nameOf: ((row: R) => string) | undefined;
  onPick: ((index: number, extend: boolean) => void) | undefined;
  below: ((row: R) => ReactNode) | undefined;
  measure: Ref<HTMLDivElement> | undefined;
}

type PickProps<R extends object> = Pick<
  RowProps<R>,
  "row" | "index" | "picked" | "nameOf" | "onPick"
>;

/** Called as a function: one more component in each row would slow down every key that is typed. */
const pickCell = <R extends object>({ row, index, picked, nameOf, onPick }: PickProps<R>) => (
  <span role="gridcell" className="table__pick">
    {row && (
      // A tap beside the box means the box: elsewhere it would open the row.
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf?.(row) ?? `row ${index + 1}`}`}
          checked={picked}
          // The click knows whether Shift is pressed.
          onClick={(event) => onPick?.(index, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
    )}
  </span>
);

/** One row: plain elements, since there are hundreds of cells. */
const Row = <R extends object>(props: RowProps<R>) => {
  const { row, index, top, picked, columns, below, measure } = props;
  const more = row && below?.(row);
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={picked}
      data-index={index}
      className="table__row"
      style={top === undefined ? undefined : { top }}
    >
      {picked !== undefined && pickCell(props)}
      {columns.map((column, place) => (
        <span
          key={column.id}
          role="gridcell"
          data-align={column.align}
          data-main={column.main}
          data-wide={column.wide}
          data-field={column.field ? column.id : undefined}
          data-label={column.header}
        >
          {row ? column.cell(row) : <SkeletonCell width={8 + ((index + place * 3) % 5)} />}
        </span>
      ))}
      {more && (
        <span role="gridcell" className="table__below">
          {more}
        </span>
      )}
    </div>
  );
};

/** A row that renders again only when its properties change. */
export const TableRow = memo(Row) as typeof Row;
