import { hostileAddresses, hostileFormulas } from "./hostile-payloads.ts";

/** Groups of at most `size`, in order. */
export const splitIntoGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, at * size + size),
  );

/** Lists show a third of the addresses at once, fields one of them: the same component shows addresses everywhere. */
export const thirds = splitIntoGroups(hostileAddresses, Math.ceil(hostileAddresses.length / 3));

/** Purchase orders with an address in every field that may be a link. */
export const orders = thirds.map((addresses, index) => ({
  id: index + 1,
  purchaseOrderNumber: `Hostile-${index}-`,
  note: addresses.join(" "),
  attachmentLinks: addresses,
  shippingLabelAttachmentLink: addresses[0],
  packingSlipAttachmentLink: addresses[1],
  shipments: addresses.map((address, at) => ({
    id: at + 1,
    trackingUrl: address,
    trackingNumber: address,
  })),
  orderFFL: {
    id: 1,
    licenseNumber: addresses[2],
    addressLine1: addresses[3],
    imageUrl: addresses[4],
  },
}));

/** Webhooks that deliver to and notify such addresses. */
export const webhooks = thirds.map((addresses, index) => ({
  id: index + 1,
  configurationName: `Hostile-${index}-`,
  webhookUrl: addresses[index],
  notificationEmail: addresses[index + 1],
  subscribedEvents: addresses,
}));

/** One RMA is enough: it has a shipment and a file for every address. */
export const rma = {
  id: 1,
  rmaNumber: "Hostile-0-",
  rmaShipments: hostileAddresses.map((address, index) => ({
    id: index + 1,
    shipment: { id: index + 1, trackingUrl: address, trackingNumber: address },
    attachments: [{ id: index + 1, attachmentType: address, attachmentUrl: address }],
  })),
};

/** Returns whose texts a spreadsheet would run. */
export const returns = hostileFormulas.map((returnNumber, at) => ({
  id: at + 1,
  returnNumber,
  status: returnNumber,
  refundTotal: -12.5,
}));
