import "./order-list.css";
import { IconPackageImport } from "@tabler/icons-react";
import { useMemo } from "react";
import { isUnserved } from "#web/base/api-error.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { ButtonLink } from "#web/kit/button-link.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { orderName } from "#web/records/order-names.ts";
import { Screen } from "#web/kit/screen.tsx";
import { useHeldError } from "#web/kit/use-held-error.ts";
import { NumbersFilter } from "./numbers-filter.tsx";
import { orderFilterNames } from "./order-filter.ts";
import { orderFilters } from "./order-filters.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { KnownOrders } from "./known-orders.tsx";
import { OrderRunStrip, OrderSelection } from "./lazy-order-runs.tsx";
import { purchaseOrderColumns } from "./purchase-order-columns.tsx";
import { useListedOrders } from "./use-listed-orders.ts";

const actions = (
  <ButtonLink to="/received-orders" leftSection={<IconPackageImport aria-hidden="true" />}>
    Receive orders
  </ButtonLink>
);

/** All purchase orders, newest first. Opening the list changes no order's status. */
export const PurchaseOrderList = () => {
  const { answer, query, isWhole, held, all } = useListedOrders();
  const { isSuccess } = query;
  const error = useHeldError(answer);
  const sourceName = useSourceName(isSuccess);
  const channelName = useChannelName(isSuccess);
  const columns = useMemo(
    () => purchaseOrderColumns(sourceName, channelName),
    [sourceName, channelName],
  );
  return (
    <Screen title="Purchase orders" fill actions={actions}>
      <OrderTabs list={answer} />
      {/* Both stay while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <OrderRunStrip />}
      <OrderNotes answer={answer.data} isWhole={isWhole} />
      {isUnserved(error) ? (
        <KnownOrders columns={columns} />
      ) : (
        <DataTable
          name="purchase-orders"
          label="Purchase orders"
          columns={columns}
          query={query}
          rowId={(order) => String(order.id)}
          nameOf={orderName}
          tools={<NumbersFilter />}
          filters={orderFilters({
            enabled: isSuccess,
            counts: isSuccess,
            orders: answer.data?.value,
          })}
          paged={!isWhole}
          pageHeld={held}
          kind="purchase-orders"
          nouns={["purchase order", "purchase orders"]}
          all={all}
          order={{ words: "newest first", by: "-generatedAt" }}
          selectionActions={(rows, clear) => <OrderSelection rows={rows} clear={clear} />}
          empty={<NoMatches noun="purchase order" views="status" names={orderFilterNames} />}
        />
      )}
    </Screen>
  );
};
