import "./order-list.css";
import { IconPackageImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isUnserved } from "#web/api/api-error.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters } from "#web/ui/filters.tsx";
import { pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SavedViews } from "#web/ui/saved-views.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { RunStrip } from "./moves/run-strip.tsx";
import { fitsHere, orderFilterNames, orderFilterOf } from "./order-filter.ts";
import { OrderListTools } from "./order-list-tools.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { type ListedOrders, OrderSelection } from "./order-selection.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { orderName } from "#web/ui/order-words.ts";
import { OrdersHere } from "./orders-here.tsx";
import { purchaseOrderColumns } from "./purchase-order-columns.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";

const Nothing = () => (
  <Notice title="No purchase order fits" blank tone="still">
    <p>Take a filter away, or look at another status above.</p>
    <ClearFilters names={orderFilterNames} />
  </Notice>
);

/** The page as the API answered it, and as the filters that it does not have leave it. */
const useOrders = () => {
  const { search } = useListSearch();
  const { pageNumber, pageSize } = pageOf(search);
  const filter = orderFilterOf(search);
  const fits = fitsHere(search);
  const options = purchaseOrderList({
    ...filter,
    filterPageNumber: pageNumber,
    filterPageSize: pageSize,
  });
  const whole = useQuery(options);
  const query = useQuery({
    ...options,
    select: (answer) => ({ ...answer, value: answer.value.filter(fits) }),
  });
  const held = whole.data?.value.length;
  const total = search["received"] ? undefined : whole.data?.total;
  const listed: ListedOrders = {
    filter,
    fits,
    total,
    onPage: query.data?.value.length ?? 0,
    more: pageNumber > 1 || (held ?? 0) >= pageSize,
  };
  return { whole, query, held, listed };
};

/** Every purchase order, newest first. Looking changes nothing: orders stay in the status they are in. */
export const PurchaseOrderList = () => {
  const { whole, query, held, listed } = useOrders();
  const sourceName = useSourceName(query.isSuccess);
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(
    () => purchaseOrderColumns(sourceName, channelName),
    [sourceName, channelName],
  );
  return (
    <Screen
      title="Purchase orders"
      fill
      actions={
        <>
          <SavedViews list="purchase-orders" />
          <ButtonLink
            size="xs"
            to="/received-orders"
            leftSection={<IconPackageImport aria-hidden="true" />}
          >
            Receive orders
          </ButtonLink>
        </>
      }
    >
      <OrderTabs list={whole} />
      <RunStrip />
      <OrderNotes answer={whole.data} />
      {isUnserved(whole.error) ? (
        <OrdersHere columns={columns} />
      ) : (
        <DataTable
          name="purchase-orders"
          label="Purchase orders"
          columns={columns}
          query={query}
          rowId={(order) => String(order.id)}
          nameOf={orderName}
          tools={
            <OrderListTools
              enabled={query.isSuccess}
              counts={query.isSuccess}
              orders={whole.data?.value}
            />
          }
          pageHeld={held}
          selectionActions={(rows, clear) => (
            <OrderSelection rows={rows} listed={listed} clear={clear} />
          )}
          empty={<Nothing />}
        />
      )}
    </Screen>
  );
};
