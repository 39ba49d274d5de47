import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { Row } from "./rows.ts";

const features = tableFeatures({});
const columns: ColumnDef<typeof features, Row>[] = [
  "id",
  "number",
  "status",
  "source",
  "created",
  "lines",
  "units",
  "total",
  "goods",
].map((id) => ({ id, header: id, accessorKey: id }));

const none: Row[] = [];

const Rows = ({ rows }: { rows: Row[] }) => {
  const table = useTable({ features, columns, data: rows, getRowId: ({ id }) => id });
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ id }) => (
            <th key={id}>{id}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ id = "" }) => (
              <td key={id}>
                {id === "number" ? (
                  <Link to={"/orders/$id" as "/"} params={{ id: row.id } as never} data-row-link>
                    {row.original.number}
                  </Link>
                ) : (
                  row.original[id as keyof Row]
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** A heading, and a table with the rows of a data file. */
export const List = ({ title, file }: { title: string; file: string }) => {
  const query = useQuery({
    queryKey: [file],
    queryFn: async () => (await (await fetch(file)).json()) as Row[],
  });
  return (
    <>
      <Title>{title}</Title>
      <Rows rows={query.data ?? none} />
    </>
  );
};
