import type { Change } from "#contract/audit.ts";
import type { Exception } from "#contract/exceptions.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { describeChange } from "#web/records/describe-change.ts";

/** An exception of kind unknown-change as the change that it is. */
export const toChange = ({
  changeId,
  detail,
  resource,
  recordId,
  name,
  since,
}: Exception): Change => ({
  id: changeId ?? 0,
  operation: detail,
  resource,
  recordId,
  recordName: name || null,
  requestedAt: since ?? "",
  state: "unknown",
  fields: [],
  requestId: "",
});

/** Statuses of orders that say what is wrong, where the order has no reason. */
const troubles = [
  { status: /exceeds max length$/i, wrong: "Its number is too long", label: "Shorten its number" },
  { status: /^duplicate .*#$/i, wrong: "Another order has its number", label: "Change its number" },
  {
    status: /^additional info required$/i,
    wrong: "Information is missing",
    label: "Add what is missing",
  },
  { status: /^processing error$/i, wrong: "It couldn't be processed", label: "Correct the order" },
] as const;

/** What is wrong, in one sentence. */
export const describeException = (row: Exception): string => {
  const { kind, detail, count } = row;
  const units = count == null ? "" : formatCount(count, "unit");
  switch (kind) {
    case "unknown-change":
      return `${describeChange(toChange(row))}: no answer arrived`;
    case "webhook": {
      const many =
        count === 1 ? "The last delivery" : `The last ${formatQuantity(count)} deliveries`;
      return `${many} failed${detail ? `: ${detail}` : ""}`;
    }
    case "late-decision":
      return `${units || "Units"} not decided`;
    case "late-shipment":
      return `${units || "Units"} not shipped`;
    default:
      return troubles.find(({ status }) => status.test(detail))?.wrong ?? detail;
  }
};

interface NextStep {
  readonly label: string;
  /** Undefined: done in place. */
  readonly to?: string;
}

/** What to do about an exception. */
export const findNextStep = ({ kind, detail, recordId, resource }: Exception): NextStep => {
  const to = `/${resource}/${recordId ?? ""}`;
  switch (kind) {
    case "unknown-change":
      return resource === "received-orders"
        ? { label: "Compare the orders", to: recordId ? to : "/received-orders" }
        : { label: "Check the change" };
    case "order-error":
      return {
        label: troubles.find(({ status }) => status.test(detail))?.label ?? "Correct the order",
        to,
      };
    case "return-error":
      return { label: "Correct the RMA", to };
    case "webhook":
      return { label: "Retry its deliveries", to: `${to}?delivery=external_failure` };
    case "late-decision":
      return { label: "Decide", to: `/rmas/queue?rma=${recordId ?? ""}` };
    default:
      return { label: "Ask the source", to };
  }
};
