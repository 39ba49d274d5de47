import type { MouseEvent, ReactNode } from "react";
import type { RecordKind } from "#web/base/list-search.ts";

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
  /** Whether it is the row that is open, in a list beside it; undefined elsewhere. The keys of Tab reach only that one. */
  current?: boolean;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
}

/** The main button of a row that opens something without an address. */
export const RowButton = ({ current, ...props }: RowButtonProps) => (
  <button
    type="button"
    data-row-link
    {...(current !== undefined && { "aria-current": current, tabIndex: current ? 0 : -1 })}
    {...props}
  />
);
