import {
  computeCreditTotals,
  computeRmaStatus,
  type Rma,
  type RmaItem,
  type RmaShipment,
  type RmaStatus,
} from "#contract/rmas.ts";
import { sourceProfiles } from "./demo-parties.ts";
import { rmaItems } from "./demo-rma-items.ts";
import {
  chooseStage,
  createRmaShipments,
  isExpired,
  parcelStages,
  type RmaPlan,
} from "./demo-rma-shipments.ts";
import { day, hour, iso, isoOrNull } from "./demo-time.ts";
import type { OrderWorld } from "./order-draft.ts";
import { redacted } from "./people.ts";
import { accountingErrors } from "./return-words.ts";

const computeReceivedStatus = (items: readonly RmaItem[]) => {
  const received = items.reduce((sum, item) => sum + (item.receivedQuantity ?? 0), 0);
  const all = items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);
  return received === 0
    ? "not_received"
    : received >= all
      ? "fully_received"
      : "partially_received";
};

const createCredit = (
  { random, now }: OrderWorld,
  items: readonly RmaItem[],
  status: RmaStatus,
  updatedAt: number,
) => {
  const settled = status === "Approved" || status === "Partially Approved";
  const creditAdjustment = settled && random.chance(0.2) ? random.pick([-5, -2.5, 4.99, -12.4]) : 0;
  const failed = settled && random.chance(0.12);
  const synced = isoOrNull(
    status === "Approved" && !failed ? Math.min(now, updatedAt + hour) : undefined,
  );
  return {
    ...computeCreditTotals(items, creditAdjustment),
    creditAdjustment,
    creditLastSyncedAt: synced,
    accountingSyncedAt: synced,
    syncCreditChangesToOrder: random.chance(0.7),
    accountingError: failed ? random.pick(accountingErrors) : null,
  };
};

/** Voided and Canceled are kept; the other statuses follow from the lines (neighbours). */
const finalStatus = (status: RmaStatus, items: readonly RmaItem[]): RmaStatus =>
  status === "Voided" || status === "Canceled" ? status : computeRmaStatus(items);

/** A parcel changes its RMA when it is sent and, some days later, when it arrives. */
const lastChange = ({ createdAt, sentAt, rmaShipmentStatus }: RmaShipment): number =>
  Date.parse(sentAt ?? createdAt ?? "") + (rmaShipmentStatus?.endsWith("Received") ? 3 * day : 0);

/** Generates one RMA: the goods that one source takes back, with its parcels (api 2.11). */
export const demoRma = (world: OrderWorld, plan: RmaPlan): Rma => {
  const { random, ids, people, now } = world;
  const id = ids.next("rma");
  const number = `RMA-${30_000 + id}`;
  const stage = chooseStage(world, plan);
  const received = stage === "none" ? "none" : parcelStages[stage];
  const items = rmaItems(random, ids, id, plan.returned, plan.status, received);
  const status = finalStatus(plan.status, items);
  const decidedAt = plan.createdAt + random.next() * (status === "Waiting" ? 1 : 9) * day;
  const source = sourceProfiles[plan.order.sourceId - 1];
  const address = people.business(ids, source?.name ?? "", source?.city ?? "Columbus");
  const rmaShipments =
    stage === "none" ? [] : createRmaShipments(world, plan, { id, number, items }, stage);
  const updatedAt = Math.min(now - hour / 4, Math.max(decidedAt, ...rmaShipments.map(lastChange)));
  return {
    id,
    returnId: plan.returnId,
    sourceId: plan.order.sourceId,
    accountId: 1,
    rmaNumber: number,
    returnToAddress: isExpired(world, plan) ? redacted(address) : address,
    items,
    totalRmaItems: items.length,
    createdAt: iso(plan.createdAt),
    updatedAt: iso(updatedAt),
    rmaStatus: status,
    rmaShipments,
    ...createCredit(world, items, status, updatedAt),
    shipmentReceivedStatus: computeReceivedStatus(items),
  };
};
