import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { maxSearchedRuns, allReceivedOrders } from "#web/api/all-received-orders.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { ClearFilters } from "#web/kit/filters.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { matchesFilter } from "./matches-filter.ts";
import { matchesOwnFilters, orderFilterNames, toOrderFilter } from "./order-filter.ts";
import { NumbersFilter } from "./numbers-filter.tsx";
import { orderFilters } from "./order-filters.tsx";
import { orderName } from "#web/records/order-names.ts";

const NoKnownOrders = () => (
  <OpenById noun="purchase order" kind="purchase-orders">
    <p>
      The API can only receive purchase orders, which changes their status. Orders that this console{" "}
      <Link to="/received-orders">received</Link> are saved and listed here. If the API offers
      single orders, enter an ID to open one.
    </p>
  </OpenById>
);

const Nothing = () => (
  <Notice title="No matching orders among those received here" blank tone="still">
    <ClearFilters names={orderFilterNames} />
  </Notice>
);

/** Replaces the list if the upstream has none: the orders that this console has received, as they were received. */
export const KnownOrders = ({ columns }: { columns: readonly Column<PurchaseOrder>[] }) => {
  const { search } = useListSearch();
  const all = useQuery(allReceivedOrders());
  const fits = matchesFilter(toOrderFilter(search));
  const fitsToo = matchesOwnFilters(search);
  const query = useQuery({
    ...allReceivedOrders(),
    select: (answer) => ({
      ...answer,
      value: answer.value.filter((order) => fits(order) && fitsToo(order)),
    }),
  });
  // What was loaded stays when it can't be loaded again.
  if (all.isLoadingError)
    return <ErrorNotice error={all.error} onRetry={() => void all.refetch()} blank />;
  if (all.data?.value.length === 0) return <NoKnownOrders />;
  return (
    <>
      <Notice title="The API doesn't offer a list of purchase orders">
        <p>
          These are the orders that this console <Link to="/received-orders">received</Link>, as
          they were at that time. Their current status is unknown.
          {all.data && all.data.total === undefined && (
            <>
              {" "}
              Only the latest {maxSearchedRuns} runs are included. Open older runs to see their
              orders.
            </>
          )}
        </p>
      </Notice>
      <DataTable
        name="purchase-orders"
        label="Purchase orders"
        columns={columns}
        query={query}
        rowId={(order) => String(order.id)}
        nameOf={orderName}
        tools={<NumbersFilter />}
        filters={orderFilters({ enabled: query.isSuccess, orders: all.data?.value })}
        paged={false}
        kind="purchase-orders"
        nouns={["purchase order", "purchase orders"]}
        order={{ words: "by time received" }}
        empty={<Nothing />}
      />
    </>
  );
};
