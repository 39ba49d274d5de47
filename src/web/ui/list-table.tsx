import type { ReactNode } from "react";
import { createLater } from "./create-later.tsx";
import { TableFrame, type TableProps } from "./table-frame.tsx";
import { usualDrawAll, useDrawnRows, useTablePlaces } from "./use-drawn-rows.ts";

// Its library is a fifth of a list's code, and lists with server pages are short.
const { Later } = createLater<TableProps<never>>(async () => (await import("./table.tsx")).Table);
// A component that loads later can't be generic.
const LongTable = Later as <R extends object>(
  props: TableProps<R> & { instead: ReactNode },
) => ReactNode;

const ShortTable = <R extends object>(props: TableProps<R>) => {
  const places = useTablePlaces();
  return <TableFrame {...props} places={places} rows={useDrawnRows(props, places)} />;
};

/** The rows of a list: a table whose code for long ones is loaded only where the list is long. */
export const ListTable = <R extends object>(props: TableProps<R>) =>
  props.count > usualDrawAll ? (
    <LongTable {...props} instead={<ShortTable {...props} waits />} />
  ) : (
    <ShortTable {...props} />
  );
