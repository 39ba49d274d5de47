import { DateFilter, SearchFilter } from "#web/kit/filters.tsx";
import { type ListFilters, MoreFilters } from "#web/kit/list-filters.tsx";
import { SourceFilter } from "#web/records/party-filter.tsx";

const rare = ["createdBefore", "updatedAfter"] as const;
const filters = ["sourceId", "returnId", "createdAfter", ...rare] as const;

/** All names that filter the list of RMAs, including those of the search field and the tabs. */
export const rmaFilterNames = [...filters, "rmaNumbers", "status"] as const;

/** The search field of the list of RMAs. */
export const RmaSearch = () => (
  <SearchFilter
    name="rmaNumbers"
    label="RMA numbers"
    placeholder="RMA number"
    title="RMA number, such as 30110"
  />
);

/** The filters of the list of RMAs; enabled once its rows have loaded, which come before any other request. */
export const rmaFilters = (enabled: boolean): ListFilters => ({
  names: filters,
  also: ["rmaNumbers"],
  fields: (
    <>
      <SourceFilter name="sourceId" enabled={enabled} />
      <SearchFilter name="returnId" label="Return ID" placeholder="Return ID" />
      <DateFilter name="createdAfter" label="Created since" />
      <MoreFilters names={rare}>
        <DateFilter name="createdBefore" label="Created before" />
        <DateFilter name="updatedAfter" label="Updated since" />
      </MoreFilters>
    </>
  ),
});
