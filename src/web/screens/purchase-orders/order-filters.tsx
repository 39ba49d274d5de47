import {
  purchaseOrderFulfillmentStatuses,
  findFulfillmentStatusHandle,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { Choices, ChoicesFilter } from "#web/kit/choices-filter.tsx";
import { DateFilter } from "#web/kit/filters.tsx";
import { type ListFilters, MoreFilters } from "#web/kit/list-filters.tsx";
import { searchNames, type SearchName } from "#web/base/list-search.ts";
import { SourceFilter } from "#web/records/party-filter.tsx";
import { dateFilters, orderFilterNames, receivedChoices } from "./order-filter.ts";
import { StatusFilter } from "./status-filter.tsx";

/** The dates of orders; the two that limit when an order was sent are next to each other. */
const { filterSentAfter, ...otherDates } = dateFilters;
const dates = { filterSentAfter, sentBefore: "Sent before", ...otherDates } as const;

const rare = ["received", ...searchNames(dates)] as const;

const inBar: readonly SearchName[] = ["poNumbers", "more"];

interface OrderFiltersProps {
  /** True once the list's own rows have loaded: they come before any other request. */
  enabled: boolean;
  counts?: boolean;
  /** The orders known on this screen. */
  orders?: readonly PurchaseOrder[] | undefined;
}

const Fields = ({ enabled, counts = false, orders = [] }: OrderFiltersProps) => (
  <>
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
      meaning={findFulfillmentStatusHandle}
    />
    <MoreFilters names={rare}>
      {searchNames(dates).map((name) => (
        <DateFilter key={name} name={name} label={dates[name]} />
      ))}
      <div>
        <h3 className="label">Received status</h3>
        <Choices name="received" label="Received status" choices={receivedChoices} />
      </div>
    </MoreFilters>
  </>
);

/** The filters of the list of orders, besides the field for order numbers. */
export const orderFilters = (props: OrderFiltersProps): ListFilters => ({
  names: orderFilterNames.filter((name) => !inBar.includes(name)),
  also: inBar,
  fields: <Fields {...props} />,
});
