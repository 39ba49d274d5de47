import type { ReturnModel } from "#contract/returns.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";

const at = "2026-01-05T08:00:00.000Z";

/** An undecided line. */
export const rmaItem = (id: number, quantity: number, more: Partial<RmaItem> = {}): RmaItem => ({
  id,
  quantity,
  approvedQuantity: 0,
  deniedQuantity: 0,
  receivedQuantity: 0,
  voidedQuantity: 0,
  sku: `SKU-${id}`,
  title: `Line ${id}`,
  cost: 10,
  creditedAmount: 0,
  bundleComponents: [],
  ...more,
});

/** An RMA of return 1 at source 1, waiting, with two lines of 5 and 2 units. */
export const rma = (id: number, more: Partial<Rma> = {}): Rma => ({
  id,
  returnId: 1,
  sourceId: 1,
  accountId: 1,
  rmaNumber: `RMA-${id}`,
  items: [rmaItem(id * 10 + 1, 5), rmaItem(id * 10 + 2, 2)],
  totalRmaItems: 2,
  createdAt: at,
  updatedAt: at,
  rmaStatus: "Waiting",
  rmaShipments: [],
  creditSubtotal: 0,
  creditAdjustment: 0,
  creditTotal: 0,
  shipmentReceivedStatus: "not_received",
  ...more,
});

/** An open return of channel 1 with two lines. */
export const returnModel = (id: number, more: Partial<ReturnModel> = {}): ReturnModel => ({
  id,
  orderId: id * 100,
  accountId: 1,
  channelId: 1,
  totalReturnItems: 2,
  totalRmas: 1,
  returnNumber: `RET-${id}`,
  items: [
    {
      id: id * 10 + 1,
      returnId: id,
      returnQuantity: 5,
      salesPrice: 20,
      refundedAmount: 19.99,
      bundleComponents: [],
    },
    {
      id: id * 10 + 2,
      returnId: id,
      returnQuantity: 2,
      salesPrice: 8,
      refundedAmount: 0.01,
      bundleComponents: [],
    },
  ],
  rmas: [],
  returnTotal: 116,
  refundAdjustment: 0,
  refundSubtotal: 20,
  refundTotal: 20,
  status: "open",
  insertedAt: at,
  updatedAt: at,
  syncRefundChangesToOrder: false,
  shipmentReceivedStatus: "not_received",
  ...more,
});
