import type { Change, ChangedResource, ChangeName, ChangeState } from "#contract/audit.ts";
import { formatCount } from "#web/base/format.ts";
import { kindNouns } from "./record-kinds.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

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
  /** What joins that to the record, where it isn't "of" after an object: "Sent a test event to". */
  readonly joint?: " to " | ": ";
}

const decided: ReadonlySet<string> = new Set(["approvedQuantity", "deniedQuantity"]);

/** A decision by the status that it led to; other changes of lines by their fields. */
const describeDecision = (change: Change): string => {
  const { fields, recordStatus } = change;
  const isDecision = (fields ?? []).some(({ name }) => decided.has(name));
  return isDecision && (recordStatus === "Approved" || recordStatus === "Denied")
    ? recordStatus
    : `Set ${describeLines(change) || "nothing"}`;
};

const withFields =
  (start: string) =>
  (change: Change): string =>
    [start, listFields(change)].filter(Boolean).join(" ");

type OwnName =
  | "settleChange"
  | "settleOwnChange"
  | "endSessions"
  | "startBulkRun"
  | "pauseBulkRun"
  | "continueBulkRun"
  | "cancelBulkRun"
  | "retryBulkRun"
  | "proposeRule"
  | "withdrawRuleReview"
  | "declineRuleReview"
  | "approveRuleReview";

const words: Readonly<Record<ChangeName | OwnName, Words>> = {
  updateRmaItems: {
    label: "Change RMA lines",
    describe: describeDecision,
  },
  updateReturn: { label: "Change return", describe: withFields("Changed") },
  retrieveProcessingPurchaseOrders: { label: "Receive orders" },
  acknowledgePurchaseOrder: { label: "Acknowledge order", describe: () => "Acknowledged" },
  startPurchaseOrder: {
    label: "Move to Processing",
    describe: () => "Moved to Processing",
    joint: ": ",
  },
  processPurchaseOrder: {
    label: "Move to Processed",
    describe: () => "Moved to Processed",
    joint: ": ",
  },
  saveMappingRule: { label: "Save mapping rule", describe: () => "Saved" },
  createMappingSet: { label: "Create mapping set", describe: () => "Created" },
  updateMappingSet: { label: "Change mapping set", describe: withFields("Changed") },
  saveMappingSetItems: {
    label: "Save mapping set items",
    describe: (change) => `Saved ${formatCount(most(change), "item")}`,
  },
  createWebhookConfiguration: { label: "Create webhook", describe: () => "Created" },
  updateWebhookConfiguration: { label: "Change webhook", describe: withFields("Saved") },
  retryWebhookEvents: { label: "Retry events", describe: () => "Sent events again" },
  rotateWebhookSecret: {
    label: "Replace signing secret",
    describe: () => "Replaced the signing secret",
  },
  sendWebhookTestEvent: {
    label: "Send test event",
    describe: () => "Sent a test event",
    joint: " to ",
  },
  receiveOrders: { label: "Receive orders", describe: () => "Received orders", joint: ": " },
  settleReceivedOrders: { label: "Record result of receiving" },
  settleChange: { label: "Record result of a change" },
  settleOwnChange: { label: "Record result of a change" },
  endSessions: { label: "Sign out a person", describe: () => "Signed a person out everywhere" },
  startBulkRun: { label: "Start bulk change" },
  pauseBulkRun: { label: "Pause bulk change" },
  continueBulkRun: { label: "Continue bulk change" },
  cancelBulkRun: { label: "Cancel bulk change" },
  retryBulkRun: { label: "Retry bulk change" },
  proposeRule: { label: "Send mapping rule for review" },
  withdrawRuleReview: { label: "Withdraw from review" },
  declineRuleReview: { label: "Decline in review" },
  approveRuleReview: { label: "Approve in review" },
};

/** Recorded with their runs or changes, or under another name. */
const unlisted: ReadonlySet<string> = new Set([
  "retrieveProcessingPurchaseOrders",
  "settleReceivedOrders",
  "settleChange",
  "settleOwnChange",
  "startBulkRun",
  "pauseBulkRun",
  "continueBulkRun",
  "cancelBulkRun",
  "retryBulkRun",
  "proposeRule",
  "withdrawRuleReview",
  "declineRuleReview",
  "approveRuleReview",
]);

/** The operations as choices of a filter. */
export const changeChoices = Object.entries(words)
  .filter(([value]) => !unlisted.has(value))
  .map(([value, { label }]) => ({ value, label }));

const isListed = (name: string): name is keyof typeof words => Object.hasOwn(words, name);

/** Whether a change was made, as far as that is known. */
const wasMade = ({ state, settlement }: Change): boolean =>
  state === "done" || (state === "settled" && settlement?.made === true);

/**
 * What a change did, in a few words; of one that wasn't made or isn't known to be, what was to be done. An unknown
 * operation is shown as it came.
 */
export const describeChange = (change: Change): string => {
  if (!isListed(change.operation)) return change.operation;
  const { label, describe } = words[change.operation];
  if (wasMade(change)) return describe?.(change) ?? label;
  const fields =
    describe === undefined || change.operation === "saveMappingRule" ? "" : listFields(change);
  return fields ? `${label} (${fields})` : label;
};

const isKind = (resource: string): resource is ChangedResource =>
  Object.hasOwn(kindNouns, resource);

/** Records without a screen of their own. */
const otherNouns: Readonly<Record<string, string>> = {
  "bulk-runs": "Bulk change",
  changes: "Change",
  sessions: "Sessions",
  "rule-reviews": "Proposed change",
};

/** Kinds whose records have numbers that say what they are: RMA-30132, PO-200387. */
const numbered: ReadonlySet<string> = new Set(["rmas", "returns", "purchase-orders"]);

const nounOf = (resource: string): string =>
  isKind(resource) ? kindNouns[resource] : (otherNouns[resource] ?? resource);

const nameWith = (noun: string, { resource, recordId, recordName }: Change): string => {
  if (recordName) return numbered.has(resource) ? recordName : `${noun} “${recordName}”`;
  return recordId ? `${noun} ${recordId}` : noun;
};

/** The record of a change: “RMA-30132”, “Mapping rule “Brand””; without a known number or name, “RMA 5”. */
export const nameChanged = (change: Change): string => nameWith(nounOf(change.resource), change);

/** What a change did to which record: "Approved RMA-30132", "Changed status of RTN-60123". */
export const describeChangeOf = (change: Change): string => {
  const { operation, resource } = change;
  const what = describeChange(change);
  if (!isKind(resource)) return what;
  const noun = nounOf(resource);
  const record = nameWith(resource === "rmas" ? noun : noun.toLowerCase(), change);
  const { describe, joint }: Partial<Words> = isListed(operation) ? words[operation] : {};
  const joined = joint ?? (what.includes(" ") ? " of " : " ");
  return what + (wasMade(change) && describe ? joined : ": ") + record;
};

/** The kind of a change's record, if it has a screen. */
export const findChangedKind = ({ resource }: Change): ChangedResource | undefined =>
  isKind(resource) ? resource : undefined;

const states: Readonly<Record<ChangeState, { label: string; tone: Tone }>> = {
  pending: { label: "In progress", tone: "calm" },
  done: { label: "Done", tone: "good" },
  refused: { label: "Refused", tone: "still" },
  unknown: { label: "Unknown", tone: "bad" },
  settled: { label: "Resolved", tone: "partial" },
};

/** The label of a state; an unknown one is shown as it came. */
export const getChangeState = (state: string): { label: string; tone: Tone } =>
  Object.hasOwn(states, state) ? states[state as ChangeState] : { label: state, tone: "still" };

/** Explains the result of a change, where its state doesn't. */
export const explainChange = ({ state, settlement, status, reason }: Change): string => {
  // A result that arrived after all is what happened, whatever the person had found.
  if (settlement && state === "settled") {
    const by = settlement.settledBy ? `, resolved by ${settlement.settledBy}` : "";
    return `${settlement.made ? "The change was made" : "The change wasn't made"}${by}`;
  }
  // Of a change that was made, the reason says who proposed it, or whom it was about.
  const code = reason && status && state !== "done" ? `(${status})` : "";
  return [reason ?? "", code].filter(Boolean).join(" ");
};
