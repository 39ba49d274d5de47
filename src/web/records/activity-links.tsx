import { seeingChanges } from "#contract/people.ts";
import { lastListSearch } from "#web/base/list-search.ts";
import { ButtonLink, PermittedLink } from "#web/kit/button.tsx";
import "./activity-links.css";

const look = {
  variant: "subtle",
  color: "gray",
  size: "xs",
  activeOptions: { includeSearch: false },
} as const;

/** The two lists of what was changed, which are one entry of the navigation. */
export const ActivityLinks = () => (
  <nav className="row activity-links" aria-label="Activity">
    <PermittedLink
      {...look}
      permission={seeingChanges}
      to="/audit"
      search={lastListSearch("/audit")}
    >
      Changes
    </PermittedLink>
    <ButtonLink {...look} to="/bulk-runs" search={lastListSearch("/bulk-runs")}>
      Bulk changes
    </ButtonLink>
  </nav>
);
