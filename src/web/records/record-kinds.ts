import { useParams } from "@tanstack/react-router";
import type { RecordKind } from "#web/base/list-search.ts";

/** The id in the address of a record's screen, unvalidated: a request shows whether it exists. */
export const useRouteId = (): string => {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id ?? "";
};

/** The name of one record of each kind. */
export const kindNouns = {
  rmas: "RMA",
  returns: "Return",
  "purchase-orders": "Purchase order",
  "received-orders": "Batch",
  products: "Product",
  "mapping-rules": "Mapping rule",
  "mapping-sets": "Mapping set",
  webhooks: "Webhook",
} as const satisfies Record<RecordKind, string>;

/** All kinds of records that have a screen. */
export const recordKinds = Object.keys(kindNouns) as RecordKind[];

/** Whether a value is a kind of record. */
export const isRecordKind = (text: unknown): text is RecordKind =>
  typeof text === "string" && Object.hasOwn(kindNouns, text);
