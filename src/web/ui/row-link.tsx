import type { ReactNode } from "react";
import type { RecordKind } from "./list-search.ts";

type Id = string | number | null | undefined;

/** The address of a record's screen, for a plain link in a table's cell. */
export const recordAddress = (kind: RecordKind, id: Id): string =>
  `/${kind}/${encodeURIComponent(String(id))}`;

interface RowLinkProps {
  kind: RecordKind;
  id: Id;
  children: string | number;
}

/** The main link of a row: a plain link that the table passes to the router, whose own links are slow to draw. */
export const RowLink = ({ kind, id, children }: RowLinkProps) => (
  <a href={recordAddress(kind, id)} data-row-link>
    <bdi>{children}</bdi>
  </a>
);

interface RowButtonProps {
  className: string;
  title: string;
  onClick: () => void;
  children: ReactNode;
}

/** The main button of a row that opens something without an address. */
export const RowButton = (props: RowButtonProps) => (
  <button type="button" data-row-link {...props} />
);
