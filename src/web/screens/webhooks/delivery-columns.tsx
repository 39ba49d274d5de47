import type { WebhookEventLog } from "#contract/webhooks.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { Moment } from "#web/kit/values.tsx";
import { deliveryName, eventName } from "#web/records/webhook-words.ts";
import { describeAttempt } from "./delivery-model.ts";
import { describeDelivery } from "./webhook-status.tsx";

/** The time of a delivery's next retry; nothing is sent while its webhook isn't active. */
export const NextAttempt = ({
  event,
  active,
  absolute = false,
}: {
  event: WebhookEventLog;
  active: boolean;
  absolute?: boolean;
}) => {
  const now = useNow();
  const kind = describeAttempt(event, now);
  if (kind === "none") return <>–</>;
  if (!active) return <>When enabled</>;
  return kind === "overdue" ? <>Overdue</> : <Moment at={event.nextTryAt} absolute={absolute} />;
};

/** Retries, by the schedule and by hand. */
const Repeats = ({ retryCount, manualRetryCount }: WebhookEventLog) => (
  <span className={(retryCount ?? 0) + (manualRetryCount ?? 0) > 0 ? undefined : "faint"}>
    {formatQuantity(retryCount ?? 0)}
    {(manualRetryCount ?? 0) > 0 && ` + ${formatQuantity(manualRetryCount)} manual`}
  </span>
);

interface LogPlace {
  /** Whether the webhook is active. */
  active: boolean;
  /** The address of the log without an open event: its path and search. */
  address: string;
}

/** The address of the log with an open event. */
const eventAddress = (address: string, eventId: number): string =>
  `${address}${address.includes("?") ? "&" : "?"}event=${eventId}`;

const column = createColumnHelper<WebhookEventLog>();

/** The delivery log's columns. */
export const deliveryColumns = ({
  active,
  address,
}: LogPlace): readonly Column<WebhookEventLog>[] => [
  column.link("eventKey", "About", 150, {
    of: deliveryName,
    to: ({ id }) => eventAddress(address, id),
  }),
  column.status("status", "Status", 140, { of: describeDelivery, wide: "mark" }),
  column.text("statusMessage", "Message", 160, {
    // What the receiver said to a delivered event says nothing more than its code.
    of: ({ status, statusMessage }) => (status === "published" ? null : statusMessage),
    grow: true,
    wide: true,
  }),
  column.text("statusCode", "Code", 60, { align: "end" }),
  column.text("eventType", "Event", 145, {
    of: ({ eventType }) => eventType && eventName(eventType),
    wide: true,
    optional: "tablet",
  }),
  column.quantity("retryCount", "Retries", 112, { cell: Repeats }),
  column.date("lastTriedAt", "Last attempt", 110, { wide: "line" }),
  column.date("nextTryAt", "Next attempt", 120, {
    wide: "line",
    optional: "tablet",
    cell: (event) => <NextAttempt event={event} active={active} />,
  }),
  column.date("createdAt", "Created", 120, { optional: true }),
  column.date("publishedAt", "Delivered", 120, { optional: true }),
  column.code("id", "ID", 90, { align: "end", optional: true }),
];
