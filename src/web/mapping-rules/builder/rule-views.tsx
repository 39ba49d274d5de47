import { Link } from "@tanstack/react-router";
import { useListSearch, withSearch } from "#web/ui/list-search.ts";

/** The view of an open rule; the address names it. */
export type RuleView = "rule" | "try" | "json" | "versions";

const views: readonly { readonly view: RuleView; readonly label: string }[] = [
  { view: "rule", label: "Rule" },
  { view: "try", label: "Test" },
  { view: "json", label: "JSON" },
  { view: "versions", label: "Versions" },
];

/** The view that the address names. */
export const useRuleView = (): RuleView => {
  const { search } = useListSearch();
  return views.find(({ view }) => view === search["view"])?.view ?? "rule";
};

/** The tabs of an open rule. “Test” is beside the rule where there is room. */
export const RuleViews = () => {
  const current = useRuleView();
  return (
    <nav className="view-tabs rule-builder__views" aria-label="Views of this rule">
      {views.map(({ view, label }) => (
        <Link
          key={view}
          to="."
          search={withSearch({ view: view === "rule" ? "" : view })}
          className="view-tabs__tab"
          activeProps={{ "aria-current": undefined }}
          aria-current={view === current ? "page" : undefined}
          data-current={view === current || undefined}
          data-view={view}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
};
