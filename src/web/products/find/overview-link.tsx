import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListSearch } from "#web/ui/list-search.ts";

interface OverviewLinkProps {
  /** The filter of the list behind the link. */
  filter: ListSearch;
  label?: string;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A link from a chart to the products that it counts, of the same channel. */
export const OverviewLink = ({ filter, label, children, ...rest }: OverviewLinkProps) => (
  <Link
    to="/products"
    search={({ channel }) => ({ channel, ...filter })}
    aria-label={label}
    {...rest}
  >
    {children}
  </Link>
);
