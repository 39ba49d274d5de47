import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { Address } from "#contract/address.ts";
import type { ReturnItem, ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { useChannelName, useSourceName } from "#web/api/account.ts";
import type { CatalogLine } from "#contract/catalog.ts";
import { returnDetail } from "#web/api/returns.ts";
import { withoutRepeats } from "#web/api/whole-list.ts";
import { addKnown, completeSum } from "#web/base/amounts.ts";
import {
  formatCount,
  formatMoney,
  formatQuantity,
  nothing,
  sentenceCase,
} from "#web/base/format.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { Code, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { BundleComponents } from "#web/records/bundle-components.tsx";
import { useCatalogLines } from "#web/records/catalog-lines.ts";
import { LineProduct } from "#web/records/line-product.tsx";
import { ReturnTimelineSheet } from "#web/records/lazy-return-timeline.tsx";
import { createOrderedUnits, type OrderedUnits } from "#web/records/ordered-units.ts";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { returnName } from "#web/records/return-name.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import {
  listMissing,
  type OrderSearch,
  SearchedOrder,
  useOrderSearch,
} from "#web/records/searched-order.tsx";
import { AddressBlock } from "#web/records/shipping.tsx";
import { compareMoney, type MoneyComparison, type MoneyRow } from "./compare-money.ts";
import { countUndecided, listWantedOrders, matchReturnLines, type ReturnLine } from "./refund.ts";
import { ReturnForm } from "./return-form.tsx";
import { ReturnStatusBadge } from "./return-status.tsx";
import "./return.css";

type SheetRow = MoneyRow & { readonly line?: ReturnLine; readonly isTotal?: boolean };

const formatDifference = (difference: number | undefined): string =>
  difference !== undefined && difference > 0
    ? `+${formatMoney(difference)}`
    : formatMoney(difference);

const RmaLinks = ({ rmas }: { rmas: readonly Rma[] }) =>
  withoutRepeats(rmas).map((rma) =>
    rma.id ? (
      <Link key={rma.id} to="/rmas/$id" params={{ id: String(rma.id) }}>
        <bdi>{rmaName(rma)}</bdi>
      </Link>
    ) : (
      <span key="none">{rmaName(rma)}</span>
    ),
  );

const LineLabel = ({ label, line }: { label: string; line: ReturnLine }) => {
  const rmas = line.rmaLines.map(({ rma }) => rma);
  return (
    <div className="return__item">
      <strong>
        <bdi>{label}</bdi>
      </strong>
      <span className="return__ids">
        <Code value={line.item ? line.item.sku : line.rmaLines[0]?.item.sku} />
        {line.item ? null : <span>Not among the items of this return</span>}
        {rmas.length === 0 ? <span>No RMA</span> : <RmaLinks rmas={rmas} />}
      </span>
    </div>
  );
};

const Strong = ({ row, text }: { row: SheetRow; text: string }) =>
  row.isTotal ? <strong>{text}</strong> : text;

const Credit = ({ row }: { row: SheetRow }) => {
  const { known, missing } = row.credit;
  return (
    <>
      <Strong row={row} text={formatMoney(known)} />
      {missing > 0 && known !== undefined && (
        <div className="signal small">{formatCount(missing, "amount")} missing</div>
      )}
    </>
  );
};

const moneyColumns: readonly PlainColumn<SheetRow>[] = [
  {
    header: "Line",
    cell: (row) =>
      row.line ? (
        <LineLabel label={row.label} line={row.line} />
      ) : (
        <Strong row={row} text={row.label} />
      ),
  },
  {
    header: "Customer refund",
    align: "end",
    cell: (row) => <Strong row={row} text={formatMoney(row.refund)} />,
  },
  { header: "Source credit", align: "end", cell: (row) => <Credit row={row} /> },
  {
    header: "Difference",
    align: "end",
    cell: (row) => <Strong row={row} text={formatDifference(row.difference)} />,
  },
];

const listTotals = ({ subtotal, adjustment, total }: MoneyComparison): SheetRow[] => [
  subtotal,
  adjustment,
  { ...total, isTotal: true },
];

const Uncounted = ({ rmas }: { rmas: readonly Rma[] }) =>
  rmas.map((rma, index) => (
    <p key={rma.id ?? index} className="return__foot">
      The credit of {rmaName(rma)} (<Money amount={rma.creditTotal} />) isn't counted, because it is{" "}
      {sentenceCase(rma.rmaStatus ?? "")}.
    </p>
  ));

/** The refund to the customer beside the credit from the sources, by line and in total. */
const MoneySheet = ({ record }: { record: ReturnModel }) => {
  const comparison = compareMoney(record);
  const { difference } = comparison.total;
  return (
    <Sheet
      title="Refund and credit"
      note={
        <>
          Difference{" "}
          <strong>{difference === undefined ? nothing : formatDifference(difference)}</strong>
        </>
      }
      flush
    >
      <FirstRows label="Search lines" of="line" rows={comparison.lines}>
        {(lines) => (
          <PlainTable
            label="Refund and credit by line"
            columns={moneyColumns}
            rows={[...lines, ...listTotals(comparison)]}
            none=""
          />
        )}
      </FirstRows>
      <p className="return__foot">
        Difference is source credit minus customer refund. A negative amount is a cost to the
        account.
        {difference === undefined && " Amounts are missing, so the total difference is unknown."}
      </p>
      <Uncounted rmas={comparison.uncounted} />
    </Sheet>
  );
};

interface Row {
  readonly item: ReturnItem;
  readonly product: CatalogLine | undefined;
  /** Undefined until the order is found. */
  readonly units: OrderedUnits | undefined;
  readonly isLoading: boolean;
  readonly received: number | undefined;
}

const nameItem = ({ id, title, sku }: ReturnItem): string => title || sku || `item ${id ?? ""}`;

/** The returned units against those that were shipped, and ordered if that differs; its second line is reserved. */
const Returned = ({ item, units, isLoading }: Row) => (
  <>
    <Quantity amount={item.returnQuantity} />
    <div className="return__of">
      {isLoading && <Skeleton width={4} />}
      {units && `of ${formatQuantity(units.shipped)} shipped`}
      {units && units.ordered !== units.shipped && `, ${formatQuantity(units.ordered)} ordered`}
    </div>
  </>
);

/** The received units against the returned ones; marked while some have not arrived. */
const Received = ({ item: { returnQuantity }, received }: Row) => {
  const isPart =
    received !== undefined && typeof returnQuantity === "number" && received < returnQuantity;
  return (
    <span data-part={isPart || undefined} className="return__received">
      {received === undefined
        ? formatQuantity(received)
        : `${formatQuantity(received)} of ${formatQuantity(returnQuantity)}`}
    </span>
  );
};

const columns: readonly PlainColumn<Row>[] = [
  {
    header: "Item",
    cell: ({ item, product }) => (
      <div className="return__item-head">
        <ProductPicture url={product?.picture} alt="" size="medium" />
        <div className="return__item">
          <strong>
            <LineProduct name={item.title || product?.title || nameItem(item)} product={product} />
          </strong>
          <span className="return__ids">
            <CopyCode value={item.sku} what="SKU" />
            <span className="return__options">{product?.options}</span>
          </span>
        </div>
      </div>
    ),
  },
  {
    header: "Reason, condition",
    wide: true,
    cell: ({ item }) => (
      <>
        <div>
          <Text value={item.returnReason} />
        </div>
        <div className="faint">
          <Text value={item.returnCondition} />
        </div>
      </>
    ),
  },
  { header: "Returned", align: "end", cell: (row) => <Returned {...row} /> },
  { header: "Received", align: "end", cell: (row) => <Received {...row} /> },
  { header: "Price", align: "end", cell: ({ item }) => <Money amount={item.salesPrice} /> },
];

const countReceived = ({ rmaLines }: ReturnLine): number | undefined =>
  completeSum(addKnown(rmaLines.map(({ item }) => item.receivedQuantity)));

/** The returned items: what was ordered, shipped, returned and received of each. */
const ReturnItems = ({ record, search }: { record: ReturnModel; search: OrderSearch }) => {
  const { items } = record;
  const products = useCatalogLines({ lines: items, channelId: record.channelId });
  const unitsOf = createOrderedUnits(search.orders);
  const rows = matchReturnLines(record).flatMap((line): Row[] =>
    line.item
      ? [
          {
            item: line.item,
            product: products?.get(line.item.sku ?? ""),
            units: unitsOf(line.item),
            isLoading: search.state === "loading",
            received: countReceived(line),
          },
        ]
      : [],
  );
  return (
    <Sheet title="Items" note={formatCount(items.length, "line")} flush>
      <LongTable
        of="item"
        label="Items of this return"
        columns={columns}
        rows={rows}
        none="This return has no items."
        below={({ item }) =>
          item.bundleComponents.length > 0 && (
            <BundleComponents components={item.bundleComponents} of={nameItem(item)} />
          )
        }
      />
      {items.length > 0 && <SearchedOrder search={search} />}
    </Sheet>
  );
};

type SourceName = (id: Rma["sourceId"]) => string;

const countUnits = (rma: Rma): number =>
  rma.items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);

const RmaLink = ({ rma }: { rma: Rma }) =>
  rma.id ? (
    <Link to="/rmas/$id" params={{ id: String(rma.id) }}>
      <bdi>{rmaName(rma)}</bdi>
    </Link>
  ) : (
    <>{rmaName(rma)}</>
  );

const createColumns = (sourceName: SourceName): readonly PlainColumn<Rma>[] => [
  { header: "RMA", cell: (rma) => <RmaLink rma={rma} /> },
  { header: "Status", cell: ({ rmaStatus }) => <RmaStatusBadge status={rmaStatus} /> },
  { header: "Source", cell: ({ sourceId }) => <bdi>{sourceName(sourceId)}</bdi> },
  {
    header: "Undecided",
    align: "end",
    cell: (rma) => {
      const open = countUndecided(rma);
      return (
        <span className={open > 0 ? undefined : "faint"}>
          {`${formatQuantity(open)} of ${formatQuantity(countUnits(rma))}`}
        </span>
      );
    },
  },
  {
    header: "Goods",
    cell: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  },
  {
    header: "Credit total",
    align: "end",
    cell: ({ creditTotal }) => <Money amount={creditTotal} />,
  },
];

/** The RMAs that this return was split into. */
const ReturnRmas = ({ rmas, sourceName }: { rmas: readonly Rma[]; sourceName: SourceName }) => (
  <Sheet title="RMAs" note={formatCount(rmas.length, "RMA")} flush>
    <div className="return__rmas">
      <LongTable
        of="RMA"
        label="RMAs of this return"
        columns={createColumns(sourceName)}
        rows={rmas}
        none="This return has no RMAs."
      />
    </div>
  </Sheet>
);

interface Place {
  address: Address;
  who: string[];
}

/** Each address once, with what is sent there; RMA shipments have their own. */
const groupAddresses = (rmas: readonly Rma[]): Place[] => {
  const places = new Map<string, Place>();
  const add = (address: Address | null | undefined, who: string) => {
    if (!address) return;
    const key = address.hash || JSON.stringify(address);
    const place = places.get(key) ?? { address, who: [] };
    places.set(key, { address, who: [...new Set([...place.who, who])] });
  };
  for (const rma of rmas) {
    add(rma.returnToAddress, `Return address of ${rmaName(rma)}`);
    for (const { shippingAddress } of rma.rmaShipments)
      add(shippingAddress, `Shipping address of ${rmaName(rma)}`);
  }
  return [...places.values()];
};

/** The addresses that the goods of a return come from and go to. */
const ReturnAddresses = ({ rmas }: { rmas: readonly Rma[] }) => {
  const places = groupAddresses(rmas);
  return (
    places.length > 0 && (
      <Sheet title="Addresses">
        <div className="return__places">
          {places.map(({ address, who }) => (
            <div key={who.join()}>
              <p className="faint small">{who.join(", ")}</p>
              <AddressBlock address={address} />
            </div>
          ))}
        </div>
      </Sheet>
    )
  );
};

const Order = ({ orderId }: Pick<ReturnModel, "orderId">) =>
  orderId ? (
    <>
      <CopyCode value={orderId} what="order ID" />{" "}
      <Link to="/returns" search={{ orderId: String(orderId) }}>
        View returns
      </Link>
    </>
  ) : (
    "–"
  );

const about = (record: ReturnModel, channel: string): KeyValue[] => [
  { label: "Channel", value: <Text value={channel} /> },
  { label: "Order", value: <Order orderId={record.orderId} />, empty: !record.orderId },
  { label: "Goods", value: describeReceived(record.shipmentReceivedStatus) },
  { label: "Return total", value: <Money amount={record.returnTotal} /> },
  { label: "Created", value: <Moment at={record.insertedAt} absolute /> },
  { label: "Updated", value: <Moment at={record.updatedAt} absolute /> },
  {
    label: "Refund last synced",
    value: <Moment at={record.refundLastSyncedAt} absolute />,
    empty: !record.refundLastSyncedAt,
  },
  { label: "Item count", value: <Quantity amount={record.totalReturnItems} /> },
  { label: "RMA count", value: <Quantity amount={record.totalRmas} /> },
];

const ids = (record: ReturnModel): KeyValue[] => [
  { label: "Return ID", value: <CopyCode value={record.id} what="return ID" /> },
  { label: "Account", value: <CopyCode value={record.accountId} what="account ID" /> },
];

/** The IDs of a return and of its items. */
const ReturnIds = ({ record }: { record: ReturnModel }) => (
  <>
    <KeyValues items={ids(record)} />
    <LongTable
      of="item"
      label="IDs of the items"
      columns={[
        { header: "Item", cell: (item) => <Text value={nameItem(item)} /> },
        { header: "Item ID", cell: ({ id }) => <CopyCode value={id} what="item ID" /> },
        {
          header: "Order item ID",
          cell: ({ orderItemId }) => <CopyCode value={orderItemId} what="order item ID" />,
        },
      ]}
      rows={record.items}
      none="This return has no items."
    />
  </>
);

/** One return: its items and their results, with the form for its refund and status beside them. */
export const ReturnDetail = () => {
  const id = useRouteId();
  const query = useQuery(returnDetail(toRecordId(id)));
  const channelName = useChannelName(query.isSuccess);
  const sourceName = useSourceName(query.isSuccess);
  const search = useOrderSearch(query.data && listWantedOrders(query.data.value));
  const form = useRef<HTMLDivElement>(null);
  const showForm = () => {
    form.current?.scrollIntoView();
    form.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  };
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="returns"
      fallback={`Return ${id}`}
      titleOf={returnName}
      statusOf={({ status }) => status}
      crumbs={[{ label: "Returns", to: "/returns" }]}
      beside={({ status }) => <ReturnStatusBadge status={status} />}
      technical={(record) => <ReturnIds record={record} />}
      actions={() => (
        <Button className="return__jump" onClick={showForm}>
          Edit refund and status
        </Button>
      )}
    >
      {(record) => (
        <div className="beside">
          <div className="stack">
            <ReturnItems record={record} search={search} />
            <MoneySheet record={record} />
            <ReturnRmas rmas={record.rmas} sourceName={sourceName} />
            <ReturnTimelineSheet
              own={{ kind: "returns", id: toRecordId(id) }}
              record={record}
              rmas={record.rmas}
              orders={search.orders}
              missing={listMissing(search)}
              isSearching={search.state === "loading"}
            />
          </div>
          <div className="beside__side return__side" ref={form}>
            <ReturnForm id={toRecordId(id)} record={record} />
            <Sheet title="About this return">
              <KeyValues items={about(record, channelName(record.channelId))} />
            </Sheet>
            <ReturnAddresses rmas={record.rmas} />
          </div>
        </div>
      )}
    </RecordScreen>
  );
};
