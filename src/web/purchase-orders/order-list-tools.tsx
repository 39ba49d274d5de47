import { useQuery } from "@tanstack/react-query";
import {
  purchaseOrderFulfillmentStatuses,
  purchaseOrderFulfillmentStatusHandleOf,
} from "#contract/purchase-order-states.ts";
import { sourceList } from "#web/api/account.ts";
import { Choices, ChoicesFilter } from "#web/ui/choices-filter.tsx";
import { ClearFilters, DateFilter, SelectFilter } from "#web/ui/filters.tsx";
import { counted } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { NumbersFilter } from "./numbers-filter.tsx";
import { dateFilters, orderFilterNames, receivedChoices } from "./order-filter.ts";
import { StatusFilter } from "./status-filter.tsx";

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

/** What is asked for seldom: how many of these are set stands on the button. */
const Others = () => {
  const { search } = useListSearch();
  const set = ["received", ...Object.keys(dateFilters)].filter((name) => search[name]).length;
  return (
    <PopoverButton
      field
      title="Dates and receipt"
      label={set === 0 ? "More filters" : counted(set, "more filter")}
    >
      <div className="order-others">
        <h3 className="label">Dates</h3>
        {Object.entries(dateFilters).map(([name, words]) => (
          <DateFilter key={name} name={name} label={words} />
        ))}
        <h3 className="label">Received status</h3>
        <Choices name="received" label="Received status" choices={receivedChoices} />
      </div>
    </PopoverButton>
  );
};

interface OrderListToolsProps {
  /** Whether the list's own rows are here: they come before anything else is asked. */
  enabled: boolean;
  counts?: boolean;
}

/** The filters above the list of orders. */
export const OrderListTools = ({ enabled, counts = false }: OrderListToolsProps) => (
  <>
    <NumbersFilter />
    <Sources enabled={enabled} />
    <StatusFilter counts={counts} />
    <ChoicesFilter
      name="filterFulfilmentStatus"
      label="Fulfilment"
      any="Any fulfilment"
      choices={purchaseOrderFulfillmentStatuses}
      meaning={purchaseOrderFulfillmentStatusHandleOf}
    />
    <Others />
    <ClearFilters names={orderFilterNames} />
  </>
);
