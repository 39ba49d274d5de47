import type { Change, ChangedResource, ChangeName, ChangeState } from "#contract/audit.ts";
import { formatCount } from "./format.ts";
import { kindNouns } from "./record-kinds.ts";
import type { Tone } from "./status-badge.tsx";

/** The names of changed fields in a sentence, where they differ from the API's. */
const fieldWords: Readonly<Record<string, string>> = {
  approvedQuantity: "approved units",
  creditedAmount: "credit",
  deniedQuantity: "denied units",
  globalDataTypeId: "data type",
  globalObjectFieldId: "field",
  notificationEmail: "notification email",
  refundAdjustment: "refund adjustment",
  returnCondition: "condition",
  returnReason: "reason",
  returnStatus: "status",
  subscribedEvents: "events",
  syncRefundChangesToOrder: "sync to the order",
  webhookUrl: "address",
};

const nameField = (name: string): string => fieldWords[name] ?? name;

const most = ({ fields }: Change): number =>
  Math.max(0, ...(fields ?? []).map(({ count }) => count));

/** The names of the changed fields, at most four. */
const listFields = ({ fields }: Change): string => {
  const names = (fields ?? []).map(({ name }) => nameField(name));
  const rest = names.length - 4;
  return rest > 0 ? `${names.slice(0, 4).join(", ")} and ${rest} more` : names.join(", ");
};

const describeLines = (change: Change): string =>
  (change.fields ?? [])
    .filter(({ name }) => name !== "sku")
    .map(({ name, count }) => `${nameField(name)} of ${formatCount(count, "line")}`)
    .join(", ");

interface Words {
  /** The operation in a list of choices. */
  readonly label: string;
  /** What was done, with details. */
  readonly describe?: (change: Change) => string;
}

const withFields =
  (start: string) =>
  (change: Change): string =>
    [start, listFields(change)].filter(Boolean).join(" ");

const words: Readonly<
  Record<ChangeName | "settleChange" | "settleOwnChange" | "endSessions", Words>
> = {
  updateRmaItems: {
    label: "Change RMA lines",
    describe: (change) => `Set ${describeLines(change) || "nothing"}`,
  },
  updateReturn: { label: "Change return", describe: withFields("Changed") },
  retrieveProcessingPurchaseOrders: { label: "Receive orders" },
  acknowledgePurchaseOrder: { label: "Acknowledge order", describe: () => "Acknowledged" },
  startPurchaseOrder: { label: "Move to Processing", describe: () => "Moved to Processing" },
  processPurchaseOrder: { label: "Move to Processed", describe: () => "Moved to Processed" },
  saveMappingRule: { label: "Save mapping rule", describe: () => "Saved the rule" },
  createMappingSet: { label: "Create mapping set", describe: () => "Created the set" },
  updateMappingSet: { label: "Change mapping set", describe: withFields("Changed") },
  saveMappingSetItems: {
    label: "Save mapping set items",
    describe: (change) => `Saved ${formatCount(most(change), "item")}`,
  },
  createWebhookConfiguration: { label: "Create webhook", describe: () => "Created the webhook" },
  updateWebhookConfiguration: { label: "Change webhook", describe: withFields("Saved") },
  retryWebhookEvents: { label: "Retry events", describe: () => "Sent events again" },
  rotateWebhookSecret: {
    label: "Replace signing secret",
    describe: () => "Replaced the signing secret",
  },
  sendWebhookTestEvent: { label: "Send test event", describe: () => "Sent a test event" },
  receiveOrders: { label: "Receive orders", describe: () => "Received orders" },
  settleReceivedOrders: { label: "Settle run" },
  settleChange: { label: "Settle change" },
  settleOwnChange: { label: "Settle change" },
  endSessions: { label: "Sign out a person", describe: () => "Signed a person out everywhere" },
};

/** Recorded with their runs or changes, or under another name. */
const unlisted: ReadonlySet<string> = new Set([
  "retrieveProcessingPurchaseOrders",
  "settleReceivedOrders",
  "settleChange",
  "settleOwnChange",
]);

/** The operations as choices of a filter. */
export const changeChoices = Object.entries(words)
  .filter(([value]) => !unlisted.has(value))
  .map(([value, { label }]) => ({ value, label }));

const isListed = (name: string): name is keyof typeof words => Object.hasOwn(words, name);

/**
 * What a change does, in a few words; an unknown operation is shown as it came. Of a call that a role doesn't allow, only
 * the operation is known.
 */
export const describeChange = (change: Change): string => {
  if (!isListed(change.operation)) return change.operation;
  const { label, describe } = words[change.operation];
  const isAttempt = change.state === "refused" && !change.fields?.length;
  return isAttempt ? label : (describe?.(change) ?? label);
};

const isKind = (resource: string): resource is ChangedResource =>
  Object.hasOwn(kindNouns, resource);

/** Records without a screen of their own. */
const otherNouns: Readonly<Record<string, string>> = { changes: "Change", sessions: "Sessions" };

/** The record of a change: “RMA 5”. */
export const nameChanged = ({ resource, recordId }: Change): string => {
  const noun = isKind(resource) ? kindNouns[resource] : (otherNouns[resource] ?? resource);
  return recordId ? `${noun} ${recordId}` : noun;
};

/** The kind of a change's record, if it has a screen. */
export const findChangedKind = ({ resource }: Change): ChangedResource | undefined =>
  isKind(resource) ? resource : undefined;

const states: Readonly<Record<ChangeState, { label: string; tone: Tone }>> = {
  pending: { label: "In progress", tone: "calm" },
  done: { label: "Done", tone: "good" },
  refused: { label: "Refused", tone: "still" },
  unknown: { label: "Unknown", tone: "bad" },
  settled: { label: "Settled", tone: "partial" },
};

/** The label of a state; an unknown one is shown as it came. */
export const getChangeState = (state: string): { label: string; tone: Tone } =>
  Object.hasOwn(states, state) ? states[state as ChangeState] : { label: state, tone: "still" };

/** Explains the result of a change, where its state doesn't. */
export const explainChange = ({ state, settlement, status, reason }: Change): string => {
  // A result that arrived after all is what happened, whatever the person had found.
  if (settlement && state === "settled") {
    const by = settlement.settledBy ? `, settled by ${settlement.settledBy}` : "";
    return `${settlement.made ? "The change was made" : "The change wasn't made"}${by}`;
  }
  return [reason ?? "", reason && status ? `(${status})` : ""].filter(Boolean).join(" ");
};
