/** Assigns the ids of each kind of record from 1 upward. */
export interface Ids {
  next(kind: IdKind): number;
}

/** The kinds of records with their own numbering. */
type IdKind =
  | "address"
  | "category"
  | "parent"
  | "parentAttribute"
  | "parentImage"
  | "parentOption"
  | "variant"
  | "variantImage"
  | "variantOptionValue"
  | "order"
  | "orderItem"
  | "bundleComponent"
  | "purchaseOrder"
  | "purchaseOrderItem"
  | "purchaseOrderAttribute"
  | "itemAttribute"
  | "shipment"
  | "shipmentItem"
  | "invoice"
  | "invoiceItem"
  | "customField"
  | "package"
  | "packageItem"
  | "license"
  | "return"
  | "returnItem"
  | "rma"
  | "rmaItem"
  | "rmaShipment"
  | "rmaAttachment"
  | "delivery";

export const createIds = (): Ids => {
  const last = new Map<IdKind, number>();
  return {
    next: (kind) => {
      const id = (last.get(kind) ?? 0) + 1;
      last.set(kind, id);
      return id;
    },
  };
};
