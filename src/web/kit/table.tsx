import { TableFrame, type TableProps } from "./table-frame.tsx";
import { useTablePlaces } from "./use-drawn-rows.ts";
import { useTableRows } from "./use-table-rows.ts";

/** Any number of rows: a short table draws all of them, a long one only those near the window. */
export const Table = <R extends object>(props: TableProps<R>) => {
  const places = useTablePlaces();
  return <TableFrame {...props} places={places} rows={useTableRows(props, places)} />;
};
