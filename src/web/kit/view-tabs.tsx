import "./view-tabs.css";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isUnserved } from "#web/base/api-error.ts";
import { afterLayout } from "#web/base/after-layout.ts";
import {
  type ListSearch,
  searchNames,
  type SearchName,
  useListSearch,
  withSearch,
} from "#web/base/list-search.ts";

/** A predefined filter of a list. */
export interface View {
  label: string;
  filter: ListSearch;
  /** The number of records; null while it is loading, with reserved space. Omitted: no number is shown. */
  count?: ReactNode;
}

/** Creates a tab for all records and one for each value of a filter. */
export const viewsBy = (
  name: SearchName,
  values: readonly string[],
  spell: (value: string) => string = String,
): View[] => [
  { label: "All", filter: { [name]: "" } },
  ...values.map((value) => ({ label: spell(value), filter: { [name]: value } })),
];

interface ViewTabsProps {
  views: readonly View[];
  label: string;
  /** The query of the list: the tabs are hidden if the upstream does not have the list. */
  of?: { error: unknown };
}

/** Scrolls the tabs, and only them, so that the current one can be seen. */
const showCurrent = (tabs: HTMLElement): void => {
  const end = tabs.querySelector("[data-current]")?.getBoundingClientRect().right ?? 0;
  const hidden = end - tabs.getBoundingClientRect().right;
  if (hidden > 0) tabs.scrollLeft += hidden;
};

const showCurrentAtFirst = (tabs: HTMLElement) => afterLayout(tabs, () => showCurrent(tabs));

/**
 * Predefined filters as links: the full state is in the address, so they can be bookmarked, shared or opened in a new
 * tab.
 */
export const ViewTabs = ({ views, label, of }: ViewTabsProps) => {
  const { search } = useListSearch();
  if (of && isUnserved(of.error)) return null;
  return (
    <nav
      ref={showCurrentAtFirst}
      className="view-tabs"
      aria-label={label}
      // Browsers leave a tab that is in sight in part where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
    >
      {views.map((view) => {
        const names = searchNames(view.filter);
        const current = names.every((name) => (search[name] ?? "") === (view.filter[name] ?? ""));
        return (
          <Link
            key={view.label}
            to="."
            search={withSearch({ page: "", ...view.filter })}
            className="view-tabs__tab"
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
