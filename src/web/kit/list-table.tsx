import { type ReactNode, useState } from "react";
import { createLater, type LaterProps } from "./create-later.tsx";
import { TableFrame, type TableProps } from "./table-frame.tsx";
import { usualDrawAll, useDrawnRows, useTablePlaces } from "./use-drawn-rows.ts";

// Its library is a fifth of a list's code, and lists with server pages are short.
const { Later } = createLater<TableProps<never>>(async () => (await import("./table.tsx")).Table);
// A component that loads later can't be generic.
const LongTable = Later as <R extends object>(props: TableProps<R> & LaterProps) => ReactNode;

const ShortTable = <R extends object>(props: TableProps<R>) => {
  const places = useTablePlaces();
  return <TableFrame {...props} places={places} rows={useDrawnRows(props, places)} />;
};

/**
 * The rows of a list: a table whose code for long ones is loaded only where the list is long. If it can't be loaded, all
 * rows are drawn.
 */
export const ListTable = <R extends object>(props: TableProps<R>) => {
  const [failed, setFailed] = useState(false);
  return props.count > usualDrawAll && !failed ? (
    <LongTable
      {...props}
      instead={<ShortTable {...props} waits />}
      onFail={() => setFailed(true)}
    />
  ) : (
    <ShortTable {...props} />
  );
};
