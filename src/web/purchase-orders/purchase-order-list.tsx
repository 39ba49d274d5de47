import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  purchaseOrderFulfillmentStatuses,
  purchaseOrderStatusNameOf,
} from "#contract/purchase-order-states.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { sourceList } from "#web/api/account.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters, DateFilter, SearchFilter, SelectFilter } from "#web/ui/filters.tsx";
import { type ListSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { orderName } from "./order-words.ts";
import { purchaseOrderColumns } from "./purchase-order-columns.tsx";

const troubled = "additional_info_required,processing_error,duplicate,po_number_exceeds_max_length";
const views = [
  { label: "All", filter: { filterStatus: "" } },
  { label: "Processing", filter: { filterStatus: "processing" } },
  { label: "Processed", filter: { filterStatus: "processed" } },
  { label: "Acknowledged", filter: { filterStatus: "acknowledged" } },
  { label: "In trouble", filter: { filterStatus: troubled } },
  { label: "Canceled or voided", filter: { filterStatus: "canceled,voided" } },
];
const filters = [
  "filterStatus",
  "filterFulfilmentStatus",
  "filterSourceId",
  "poNumbers",
  "filterSentAfter",
];

const filterOf = (search: ListSearch) => {
  const { pageNumber, pageSize } = pageOf(search);
  return {
    filterStatus: search["filterStatus"],
    filterFulfilmentStatus: search["filterFulfilmentStatus"],
    filterSourceId: search["filterSourceId"],
    filterSentAfter: search["filterSentAfter"],
    poNumbers: search["poNumbers"],
    filterPageNumber: pageNumber,
    filterPageSize: pageSize,
  };
};

const Options = ({ of }: { of: Readonly<Record<string, string>> }) =>
  Object.entries(of).map(([handle, name]) => (
    <option key={handle} value={handle}>
      {name}
    </option>
  ));

const Sources = ({ enabled }: { enabled: boolean }) => {
  const sources = useQuery({ ...sourceList(), enabled }).data?.value ?? [];
  return (
    <SelectFilter name="filterSourceId" label="Source" any="All sources">
      {sources.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || `Source ${id}`}
        </option>
      ))}
    </SelectFilter>
  );
};

const Tools = ({ enabled }: { enabled: boolean }) => (
  <>
    <SearchFilter name="poNumbers" label="Order numbers" placeholder="Numbers, with commas" />
    <Sources enabled={enabled} />
    <SelectFilter name="filterStatus" label="Status" any="Any status">
      <Options of={purchaseOrderStatusNameOf} />
    </SelectFilter>
    <SelectFilter name="filterFulfilmentStatus" label="Fulfilment" any="Any fulfilment">
      <Options of={purchaseOrderFulfillmentStatuses} />
    </SelectFilter>
    <DateFilter name="filterSentAfter" label="Sent since" />
    <ClearFilters names={filters} />
  </>
);

const Nothing = () => (
  <Notice title="No purchase order fits" blank tone="still">
    <p>Take a filter away, or look at another status above.</p>
    <ClearFilters names={filters} />
  </Notice>
);

/** Every purchase order, newest first. Looking changes nothing: orders stay in the status they are in. */
export const PurchaseOrderList = () => {
  const { search } = useListSearch();
  const query = useQuery(purchaseOrderList(filterOf(search)));
  const sourceName = useSourceName(query.isSuccess);
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(
    () => purchaseOrderColumns(sourceName, channelName),
    [sourceName, channelName],
  );
  return (
    <Screen title="Purchase orders" fill>
      {!isUnserved(query.error) && <ViewTabs views={views} label="Statuses" />}
      <DataTable
        name="purchase-orders"
        label="Purchase orders"
        columns={columns}
        query={query}
        rowId={(order) => String(order.id)}
        nameOf={orderName}
        tools={<Tools enabled={query.isSuccess} />}
        empty={<Nothing />}
        unserved={
          <OpenById noun="purchase order" kind="purchase-orders">
            <p>
              The API’s document gives no way to read purchase orders without changing them: its one
              call hands them out. Where this upstream serves single ones all the same, an id opens
              one.
            </p>
          </OpenById>
        }
      />
    </Screen>
  );
};
