import "./view-tabs.css";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListSearch, namesIn, useListSearch, withSearch } from "./list-search.ts";

/** One ready-made filter of a list. */
export interface View {
  label: string;
  filter: ListSearch;
  /** How many there are; null while that is not known, in the same room. Left out: the view tells no number. */
  count?: ReactNode;
}

/** Ready-made filters as links: the whole state is in the address, so each can be kept, sent or opened in a new tab. */
export const ViewTabs = ({ views, label }: { views: readonly View[]; label: string }) => {
  const { search } = useListSearch();
  return (
    <nav className="view-tabs" aria-label={label}>
      {views.map((view) => {
        const names = namesIn(view.filter);
        const current = names.every((name) => (search[name] ?? "") === (view.filter[name] ?? ""));
        return (
          <Link
            key={view.label}
            to="."
            search={withSearch({ page: "", ...view.filter })}
            className="view-tabs__tab"
            activeProps={{ "aria-current": undefined }}
            aria-current={current ? "true" : undefined}
            data-current={current || undefined}
          >
            {view.label}
            {view.count !== undefined && <span className="view-tabs__count">{view.count}</span>}
          </Link>
        );
      })}
    </nav>
  );
};
