import { Checkbox } from "@mantine/core";
import * as z from "zod/mini";
import {
  type WebhookConfiguration,
  WebhookConfigurationUpdate,
  type WebhookEvent,
  webhookEvents,
  webhookStatuses,
} from "#contract/webhooks.ts";
import { defineFields, type FieldDefinition, trim } from "#web/editing/define-fields.tsx";
import { ChoiceField, TextField, unnamedValue } from "#web/editing/form-fields.tsx";
import { type FieldProps, useTextField } from "#web/editing/form-field.ts";
import { eventName } from "#web/records/webhook-words.ts";

/** Event names as one text, in one order, so that lists compare. */
export const formatEvents = (events: readonly string[]): string =>
  [...new Set(events)].toSorted().join(", ");

/** The events in a text of `formatEvents`. */
export const parseEvents = (text: string): string[] =>
  text.split(", ").filter((event) => event !== "");

/** All events to choose from: those that the API names, and those of a record. */
export const knownAndOther = (...lists: readonly string[]): string[] => [
  ...new Set([...webhookEvents, ...lists.flatMap(parseEvents)]),
];

/** The events that a change adds and removes. */
export const eventChange = (
  before: string,
  after: string,
): { added: string[]; removed: string[] } => {
  const [old, now] = [parseEvents(before), parseEvents(after)];
  return {
    added: now.filter((event) => !old.includes(event)),
    removed: old.filter((event) => !now.includes(event)),
  };
};

const { webhookUrl, notificationEmail } = WebhookConfigurationUpdate.shape;

/** The reason why an address is invalid, or undefined when it is valid. */
const whyUrlUnfit = (text: string): string | undefined => {
  const url = text.trim();
  if (url === "") return "Enter the address for deliveries";
  // Browsers encode a space in a host as %20 and accept the address.
  if (/\s/.test(url) || !URL.canParse(url))
    return "Enter a full address, such as https://example.com/hooks";
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return `Enter an address that starts with https:// or http://, not “${protocol.slice(0, 20)}”`;
  return z.safeParse(webhookUrl, url).success
    ? undefined
    : "The service doesn't accept this address";
};

/** A warning about an address that the API accepts. */
export const urlWarning = (text: string): string | undefined => {
  if (whyUrlUnfit(text) !== undefined) return undefined;
  const { protocol, username, password } = new URL(text.trim());
  if (protocol === "http:")
    return "HTTP isn't encrypted: others on the network can read and change deliveries. Use HTTPS if the receiver supports it.";
  return username || password ? "The address contains a user name or a password" : undefined;
};

/** The reason why a notification address is invalid. */
const whyEmailUnfit = (text: string, before: string): string | undefined => {
  const email = text.trim();
  if (email === before) return undefined;
  if (email === "") return "The service can't remove the email address. Enter another one.";
  return z.safeParse(notificationEmail, email).success
    ? undefined
    : "Enter an email address, such as ops@example.com";
};

/** Without an event, nothing is delivered. */
export const noEvents = "Select at least one event";

const fates = { added: "will be added", removed: "will be removed" } as const;

/** The events to deliver, and those that a save adds to or removes from `before`. */
const EventsControl = ({
  label,
  before,
  ...field
}: FieldProps & { label: string; before: string }) => {
  const { text, error, readOnly, onText } = useTextField(field);
  const chosen = parseEvents(text);
  const { added, removed } = eventChange(before, text);
  const describeFate = (event: string) =>
    added.includes(event) ? "added" : removed.includes(event) ? "removed" : undefined;
  return (
    <Checkbox.Group
      label={label}
      error={error}
      value={chosen}
      onChange={(events) => onText(formatEvents(events))}
    >
      <div className="webhook__choices">
        {knownAndOther(before, text).map((event) => {
          const fate = describeFate(event);
          return (
            <Checkbox
              key={event}
              value={event}
              disabled={readOnly}
              label={
                <>
                  {eventName(event)} <span className="code faint">{event}</span>
                  {fate && <strong data-fate={fate}> {fates[fate]}</strong>}
                </>
              }
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
};

type Definition<F extends string, V> = FieldDefinition<F, WebhookConfiguration, V>;

/** The address of the deliveries. */
export const addressField: Definition<"webhookUrl", string> = {
  label: "Address",
  of: ({ webhookUrl }) => webhookUrl,
  normal: trim,
  why: whyUrlUnfit,
  send: trim,
  control: (field, { texts }) => {
    const warning = urlWarning(texts.webhookUrl);
    return (
      <>
        <TextField
          {...field}
          hint="Events are posted to this address. Use HTTPS if possible."
          type="url"
          spellCheck={false}
        />
        {warning && <p className="webhook__warning">{warning}</p>}
      </>
    );
  },
};

/** The events to deliver. A record that has none keeps it. */
export const eventsField: Definition<"subscribedEvents", WebhookEvent[]> = {
  label: "Events",
  of: ({ subscribedEvents = [] }) => formatEvents(subscribedEvents),
  why: (text, _, before) => (text === "" && before.subscribedEvents !== "" ? noEvents : undefined),
  // An event that the API's document does not name is sent too: leaving it out would remove it.
  send: (text) => parseEvents(text) as WebhookEvent[],
  control: (field, { texts, before = texts }) => (
    <EventsControl {...field} before={before.subscribedEvents} />
  ),
};

/** The recipient of alerts about the webhook. */
export const emailField: Definition<"notificationEmail", string> = {
  label: "Notification email",
  of: ({ notificationEmail }) => notificationEmail,
  normal: trim,
  why: (text, _, before) => whyEmailUnfit(text, before.notificationEmail),
  send: trim,
  control: (field) => (
    <TextField
      {...field}
      hint="Optional. Receives alerts about this webhook. Can't be removed once set."
      type="email"
    />
  ),
};

const statusOptions = [
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
  { value: "deleted", label: "Deleted" },
];

const statusField: Definition<"status", (typeof webhookStatuses)[number]> = {
  label: "Status",
  of: ({ status }) => status,
  send: (text) => webhookStatuses.find((known) => known === text),
  control: (field, { texts }) => (
    <ChoiceField
      {...field}
      options={statusOptions}
      hint={unnamedValue(webhookStatuses, texts.status)}
    />
  ),
};

const changeable = {
  webhookUrl: addressField,
  subscribedEvents: eventsField,
  notificationEmail: emailField,
  status: statusField,
};

/** The fields of a configuration that can be changed (api 4.8). */
export const webhookFields = defineFields<WebhookConfiguration, WebhookConfigurationUpdate>()(
  changeable,
);
export type WebhookField = keyof typeof changeable;

/** Its controls where the current values are unknown: nothing is added or removed, all of it is replaced. */
export const { Controls: UnreadableControls } = defineFields<
  WebhookConfiguration,
  WebhookConfigurationUpdate
>()({
  ...changeable,
  subscribedEvents: {
    ...eventsField,
    control: (field, { texts }) => <EventsControl {...field} before={texts.subscribedEvents} />,
  },
  status: {
    ...statusField,
    control: (field) => (
      <ChoiceField
        {...field}
        options={statusOptions}
        hint="Unchanged unless you select a status."
      />
    ),
  },
});
