import type { RegisteredRouter } from "@tanstack/react-router";

type RecordPath = Extract<keyof RegisteredRouter["routesByPath"], `${string}/$id`>;

/** The address of a record's screen, for a plain link in a table's cell. */
export const recordAddress = (path: RecordPath, id: string | number | null | undefined): string =>
  path.replace("$id", encodeURIComponent(String(id)));

interface RowLinkProps {
  to: RecordPath;
  id: string | number | null | undefined;
  children: string | number;
}

/** The main link of a row: a plain one that the table takes to the router, since the router's own is dear to draw. */
export const RowLink = ({ to, id, children }: RowLinkProps) => (
  <a href={recordAddress(to, id)} data-row-link>
    <bdi>{children}</bdi>
  </a>
);
