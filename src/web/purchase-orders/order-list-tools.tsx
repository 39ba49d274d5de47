import {
  purchaseOrderFulfillmentStatuses,
  purchaseOrderFulfillmentStatusHandleOf,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { Choices, ChoicesFilter } from "#web/ui/choices-filter.tsx";
import { ClearFilters, DateFilter } from "#web/ui/filters.tsx";
import { counted } from "#web/ui/format.ts";
import { namesIn, useListSearch } from "#web/ui/list-search.ts";
import { SourceFilter } from "#web/ui/party-filter.tsx";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { NumbersFilter } from "./numbers-filter.tsx";
import { dateFilters, orderFilterNames, receivedChoices } from "./order-filter.ts";
import { StatusFilter } from "./status-filter.tsx";

/** What is asked for seldom: how many of these are set stands on the button. */
const Others = () => {
  const { search } = useListSearch();
  const set = (["received", ...namesIn(dateFilters)] as const).filter(
    (name) => search[name],
  ).length;
  return (
    <PopoverButton
      field
      title="More filters"
      label={set === 0 ? "More filters" : counted(set, "more filter")}
    >
      <div className="order-others">
        <h3 className="label">Dates</h3>
        {namesIn(dateFilters).map((name) => (
          <DateFilter key={name} name={name} label={dateFilters[name]} />
        ))}
        <h3 className="label">Received status</h3>
        <Choices name="received" label="Received status" choices={receivedChoices} />
      </div>
    </PopoverButton>
  );
};

interface OrderListToolsProps {
  /** Whether the list's own rows have loaded: they come before anything else is requested. */
  enabled: boolean;
  counts?: boolean;
  /** The orders that are known here. */
  orders?: readonly PurchaseOrder[] | undefined;
}

/** The filters above the list of orders. */
export const OrderListTools = ({ enabled, counts = false, orders = [] }: OrderListToolsProps) => (
  <>
    <NumbersFilter />
    <SourceFilter
      name="filterSourceId"
      enabled={enabled}
      known={orders.flatMap(({ sourceId }) => sourceId ?? [])}
    />
    <StatusFilter counts={counts} />
    <ChoicesFilter
      name="filterFulfilmentStatus"
      label="Fulfillment"
      any="Any fulfillment"
      choices={purchaseOrderFulfillmentStatuses}
      meaning={purchaseOrderFulfillmentStatusHandleOf}
    />
    <Others />
    <ClearFilters names={orderFilterNames} />
  </>
);
