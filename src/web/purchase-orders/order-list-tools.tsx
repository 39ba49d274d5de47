import { useQuery } from "@tanstack/react-query";
import {
  purchaseOrderFulfillmentStatuses,
  purchaseOrderFulfillmentStatusHandleOf,
  purchaseOrderStatusHandleOf,
  purchaseOrderStatusNameOf,
} from "#contract/purchase-order-states.ts";
import { sourceList } from "#web/api/account.ts";
import { ChoicesFilter } from "#web/ui/choices-filter.tsx";
import { ClearFilters, DateFilter, SelectFilter } from "#web/ui/filters.tsx";
import { date } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { SavedViews } from "#web/ui/saved-views.tsx";
import { NumbersFilter } from "./numbers-filter.tsx";
import { dateFilters, orderFilterNames, receivedChoices } from "./order-filter.ts";

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

const Dates = () => {
  const { search } = useListSearch();
  const set = Object.entries(dateFilters).filter(([name]) => search[name]);
  const [first] = set;
  const label = !first
    ? "Any date"
    : set.length > 1
      ? `${set.length} dates`
      : `${first[1]} ${date(`${search[first[0]]}T00:00:00`)}`;
  return (
    <PopoverButton field title="Dates" label={label}>
      <div className="order-dates">
        {Object.entries(dateFilters).map(([name, words]) => (
          <DateFilter key={name} name={name} label={words} />
        ))}
      </div>
    </PopoverButton>
  );
};

/** The filters above the list of orders. */
export const OrderListTools = ({ enabled }: { enabled: boolean }) => (
  <>
    <NumbersFilter />
    <Sources enabled={enabled} />
    <ChoicesFilter
      name="filterStatus"
      label="Status"
      any="Any status"
      choices={purchaseOrderStatusNameOf}
      meaning={purchaseOrderStatusHandleOf}
    />
    <ChoicesFilter
      name="filterFulfilmentStatus"
      label="Fulfilment"
      any="Any fulfilment"
      choices={purchaseOrderFulfillmentStatuses}
      meaning={purchaseOrderFulfillmentStatusHandleOf}
    />
    <ChoicesFilter name="received" label="Received" any="Any receipt" choices={receivedChoices} />
    <Dates />
    <ClearFilters names={orderFilterNames} />
    <SavedViews list="purchase-orders" />
  </>
);
