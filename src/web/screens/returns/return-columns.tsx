import type { ReturnModel } from "#contract/returns.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import { amounts, type Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { Flag, Moment } from "#web/kit/values.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { ReturnStatusBadge } from "./return-status.tsx";

type ChannelName = (id: ReturnModel["channelId"]) => string;

const leading = (channelName: ChannelName): readonly Column<ReturnModel>[] => [
  {
    id: "returnNumber",
    header: "Return",
    width: 112,
    main: true,
    value: returnName,
    cell: (record) => (
      <RowLink kind="returns" id={record.id}>
        {returnName(record)}
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 105,
    wide: "badge",
    value: ({ status }) => returnStatusName(status),
    cell: ({ status }) => <ReturnStatusBadge status={status} />,
  },
  {
    id: "channelId",
    header: "Channel",
    width: 180,
    wide: "line",
    value: ({ channelId }) => channelName(channelId),
    cell: ({ channelId }) => <bdi>{channelName(channelId)}</bdi>,
  },
  {
    id: "orderId",
    header: "Order",
    width: 75,
    value: ({ orderId }) => orderId,
    cell: ({ orderId }) => String(orderId ?? "–"),
  },
  {
    id: "insertedAt",
    header: "Created",
    width: 103,
    value: ({ insertedAt }) => insertedAt,
    cell: ({ insertedAt }) => <Moment at={insertedAt} />,
  },
  {
    id: "totalReturnItems",
    header: "Items",
    width: 60,
    align: "end",
    value: ({ totalReturnItems }) => totalReturnItems,
    cell: ({ totalReturnItems }) => formatQuantity(totalReturnItems),
  },
  {
    id: "totalRmas",
    header: "RMAs",
    width: 62,
    align: "end",
    value: ({ totalRmas }) => totalRmas,
    cell: ({ totalRmas }) => formatQuantity(totalRmas),
  },
  {
    id: "refundTotal",
    header: "Refund total",
    width: 118,
    ...amounts<ReturnModel>(({ refundTotal }) => refundTotal),
  },
  {
    id: "received",
    header: "Goods",
    width: 130,
    value: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
    cell: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  },
];

const onDemand: readonly Column<ReturnModel>[] = [
  {
    id: "updatedAt",
    header: "Updated",
    width: 120,
    optional: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  {
    id: "returnTotal",
    header: "Return total",
    width: 115,
    optional: true,
    ...amounts<ReturnModel>(({ returnTotal }) => returnTotal),
  },
  {
    id: "refundSubtotal",
    header: "Refund subtotal",
    width: 130,
    optional: true,
    ...amounts<ReturnModel>(({ refundSubtotal }) => refundSubtotal),
  },
  {
    id: "refundAdjustment",
    header: "Adjustment",
    width: 115,
    optional: true,
    ...amounts<ReturnModel>(({ refundAdjustment }) => refundAdjustment),
  },
  {
    id: "syncRefundChangesToOrder",
    header: "Synced to order",
    width: 130,
    optional: true,
    value: (record) => record.syncRefundChangesToOrder,
    cell: (record) => <Flag value={record.syncRefundChangesToOrder} />,
  },
  {
    id: "refundLastSyncedAt",
    header: "Refund last synced",
    width: 150,
    optional: true,
    value: ({ refundLastSyncedAt }) => refundLastSyncedAt,
    cell: ({ refundLastSyncedAt }) => <Moment at={refundLastSyncedAt} />,
  },
  {
    id: "id",
    header: "ID",
    width: 80,
    align: "end",
    optional: true,
    value: ({ id }) => id,
    cell: ({ id }) => String(id ?? "–"),
  },
];

/** The list's columns; channels are shown by name where names are known. */
export const returnColumns = (channelName: ChannelName): readonly Column<ReturnModel>[] => [
  ...leading(channelName),
  ...onDemand,
];
