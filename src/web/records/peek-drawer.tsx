import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { countUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { catalogProduct } from "#web/api/catalog.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { returnDetail } from "#web/api/returns.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { formatCount, formatMoney, formatQuantity, sentenceCase } from "#web/base/format.ts";
import { ButtonLink, LockableButton } from "#web/kit/button.tsx";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { Drawer } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Money, Text } from "#web/kit/values.tsx";
import { orderName, OrderStatusBadge } from "./order-names.tsx";
import type { Peeked, PeekKind } from "./peek.tsx";
import { kindNouns } from "./record-kinds.ts";
import { returnName, returnStatusName } from "./return-name.ts";
import { rmaName } from "./rma-name.ts";
import { describeReceived, RmaStatusBadge } from "./rma-status.tsx";
import { AddressBlock, TrackingNumber } from "./shipping.tsx";

interface Line {
  readonly sku: string | null | undefined;
  readonly title: string | null | undefined;
  readonly amount: ReactNode;
}

/** What the drawer shows of a record. */
interface Facts {
  readonly name: string;
  readonly status: ReactNode;
  readonly facts: readonly KeyValue[];
  readonly lines: readonly Line[];
}

const describeUnits = (item: Rma["items"][number]): string => {
  const parts = [
    [item.approvedQuantity, "approved"],
    [item.deniedQuantity, "denied"],
    [countUndecidedUnits(item), "undecided"],
  ] as const;
  return parts
    .filter(([units]) => (units ?? 0) > 0)
    .map(([units, word]) => `${formatQuantity(units)} ${word}`)
    .join(", ");
};

const ofRma = (rma: Rma): Facts => ({
  name: rmaName(rma),
  status: <RmaStatusBadge status={rma.rmaStatus} />,
  facts: [
    { label: "Created", value: <Moment at={rma.createdAt} /> },
    { label: "Goods", value: describeReceived(rma.shipmentReceivedStatus) },
    { label: "Credit total", value: <Money amount={rma.creditTotal} /> },
    { label: "Updated", value: <Moment at={rma.updatedAt} /> },
  ],
  lines: rma.items.map((item) => ({
    sku: item.sku,
    title: [item.title, item.returnReason].filter(Boolean).join(": "),
    amount: describeUnits(item),
  })),
});

const ofReturn = (record: ReturnModel): Facts => ({
  name: returnName(record),
  status: <StatusBadge label={returnStatusName(record.status)} />,
  facts: [
    { label: "Created", value: <Moment at={record.insertedAt} /> },
    { label: "Goods", value: describeReceived(record.shipmentReceivedStatus) },
    { label: "Refund total", value: <Money amount={record.refundTotal} /> },
    { label: "RMAs", value: formatQuantity(record.totalRmas) },
  ],
  lines: record.items.map((item) => ({
    sku: item.sku,
    title: [item.title, item.returnReason].filter(Boolean).join(": "),
    amount: `${formatCount(item.returnQuantity ?? 0, "unit")}, ${formatMoney(item.refundedAmount)}`,
  })),
});

const ofOrder = (order: PurchaseOrder): Facts => ({
  name: orderName(order),
  status: <OrderStatusBadge order={order} />,
  facts: [
    { label: "Created", value: <Moment at={order.generatedAt} /> },
    { label: "Total cost", value: <Money amount={order.totalCost} /> },
    {
      label: "Shipping",
      value: <Text value={sentenceCase(order.purchaseOrderFulfillmentStatus?.name ?? "")} />,
    },
    {
      label: "Tracking",
      value: order.shipments.map(({ id, trackingNumber, trackingUrl }, index) => (
        <div key={id ?? index}>
          <TrackingNumber number={trackingNumber} url={trackingUrl} />
        </div>
      )),
      empty: order.shipments.length === 0,
    },
    { label: "Ships to", value: <AddressBlock address={order.shippingAddress} />, wide: true },
  ],
  lines: order.purchaseOrderItems.map((item) => ({
    sku: item.sku,
    title: item.title,
    amount: `${formatQuantity(item.quantity)} × ${formatMoney(item.cost)}`,
  })),
});

const ofProduct = (product: ResellerProductParent): Facts => ({
  name: product.title || "Product",
  status: null,
  facts: [
    { label: "Brand", value: <Text value={product.brand} />, empty: !product.brand },
    { label: "Updated", value: <Moment at={product.updated_at} /> },
  ],
  lines: product.variants.map(({ sku, title, price, quantity }) => ({
    sku,
    title,
    amount: [formatMoney(price), formatCount(quantity ?? 0, "unit")].join(", "),
  })),
});

interface Reading {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Reads the record, and what is shown of it. */
const useFacts = ({ kind, id, path }: Peeked): Reading & { facts: Facts | undefined } => {
  const number = toRecordId(id);
  const channel = Number(new URLSearchParams(path.split("?")[1]).get("channel"));
  const rma = useQuery({ ...rmaDetail(number), enabled: kind === "rmas" });
  const record = useQuery({ ...returnDetail(number), enabled: kind === "returns" });
  const order = useQuery({ ...purchaseOrderDetail(number), enabled: kind === "purchase-orders" });
  const product = useQuery({ ...catalogProduct(channel, number), enabled: kind === "products" });
  const readings = {
    rmas: { ...rma, facts: rma.data && ofRma(rma.data.value) },
    returns: { ...record, facts: record.data && ofReturn(record.data.value) },
    "purchase-orders": { ...order, facts: order.data && ofOrder(order.data.value) },
    products: { ...product, facts: product.data && ofProduct(product.data.product) },
  } as const satisfies Record<PeekKind, Reading & { facts: Facts | undefined }>;
  return readings[kind];
};

const mostLines = 12;

const Lines = ({ lines }: Pick<Facts, "lines">) => (
  <ul className="peek__lines">
    {lines.slice(0, mostLines).map(({ sku, title, amount }, index) => (
      <li key={index}>
        <span>
          <bdi>{title || sku}</bdi>
          <br />
          <span className="faint small">
            <Code value={sku} />
          </span>
        </span>
        <span className="small">{amount}</span>
      </li>
    ))}
    {lines.length > mostLines && (
      <li className="faint small">
        <span>{formatCount(lines.length - mostLines, "more line")}: open the record.</span>
      </li>
    )}
  </ul>
);

interface PeekDrawerProps {
  peeked: Peeked;
  onClose: () => void;
}

/** A linked record's main facts beside the screen that links to it. */
export const PeekDrawer = ({ peeked, onClose }: PeekDrawerProps) => {
  const { kind, path } = peeked;
  const { facts, isError, error, refetch } = useFacts(peeked);
  const noun = kindNouns[kind];
  const name = facts?.name;
  return (
    <Drawer title={name ?? noun} onClose={onClose}>
      <div className="peek">
        <div className="row">
          <ButtonLink to={path} size="xs" variant="filled" onClick={onClose}>
            Open
          </ButtonLink>
          <Button
            size="xs"
            onClick={() => copyToClipboard(`${location.origin}${path}`, "Link copied")}
          >
            Copy link
          </Button>
          <LockableButton
            size="xs"
            locked={name === undefined}
            onClick={() => copyToClipboard(name ?? "", `${name} copied`)}
          >
            {kind === "products" ? "Copy title" : "Copy number"}
          </LockableButton>
        </div>
        {isError && facts === undefined && (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
        {facts ? (
          <>
            <div className="row">
              <span className="faint">{noun}</span>
              {facts.status}
            </div>
            <KeyValues items={facts.facts.filter(({ empty }) => !empty)} />
            <Lines lines={facts.lines} />
          </>
        ) : (
          !isError && [28, 22, 30, 26, 18].map((width) => <Skeleton key={width} width={width} />)
        )}
      </div>
    </Drawer>
  );
};
