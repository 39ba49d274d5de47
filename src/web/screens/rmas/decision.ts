import {
  computeCreditTotals,
  computeRmaStatus,
  countUndecidedUnits,
  decidableRmaStatuses,
  type Rma,
  type RmaItem,
  type RmaItemUpdate,
  whyApprovalLocked,
  whyOverdecided,
  whyQuantityLocked,
} from "#contract/rmas.ts";
import {
  createFieldsAdapter,
  type FieldDraft,
  type Texts,
  type Typed,
} from "#web/editing/field-draft.ts";
import { amountHint, costInCents, readAmount, toCents, writeAmount } from "#web/base/amounts.ts";
import { formatMoney, sentenceCase } from "#web/base/format.ts";

/** The fields of a line that can be changed (api 4.4), in the order of the screen. */
export const lineFields = [
  "quantity",
  "approvedQuantity",
  "deniedQuantity",
  "creditedAmount",
  "cost",
  "returnCondition",
  "returnReason",
  "note",
] as const satisfies readonly (keyof RmaItemUpdate)[];
export type LineField = (typeof lineFields)[number];

type Kind = "units" | "money" | "text";

/** The label, the type and the input of each field. */
export const fieldKinds = {
  quantity: { label: "Quantity", kind: "units" },
  approvedQuantity: { label: "Approved", kind: "units" },
  deniedQuantity: { label: "Denied", kind: "units" },
  creditedAmount: { label: "Credited amount", kind: "money" },
  cost: { label: "Cost", kind: "money" },
  returnCondition: { label: "Condition", kind: "text" },
  returnReason: { label: "Reason", kind: "text" },
  note: { label: "Note", kind: "text" },
} as const satisfies Record<LineField, { label: string; kind: Kind }>;

export const lineName = ({ id, title, sku }: RmaItem): string => title || sku || `Line ${id ?? ""}`;

/** The cost of the approved units, in cents. */
export const calculateCost = ({ approvedQuantity, cost }: RmaItem): number =>
  costInCents(cost, approvedQuantity ?? 0);

/** What is unusual about a line's credit, though it can be saved; undefined if nothing is. */
const whyUnusualCredit = (item: RmaItem): string | undefined => {
  const [credit, cost] = [toCents(item.creditedAmount), calculateCost(item)];
  if (credit < 0) return "The credit is below zero";
  if (credit > 0 && (item.approvedQuantity ?? 0) === 0) return "Credit without an approved unit";
  return cost > 0 && credit > cost
    ? `More than the approved units cost (${formatMoney(cost / 100)})`
    : undefined;
};

/** The value of a typed text, or the reason why it is invalid. */
type FieldValue = { value: string | number } | { problem: string };

const most = 1_000_000;

const readUnits = (text: string): FieldValue => {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text)) return { problem: "Enter a whole number, 0 or more" };
  return number <= most ? { value: number } : { problem: "A line can't have that many units" };
};

const readMoney = (text: string): FieldValue => {
  if (text === "") return { problem: "Enter 0 instead of clearing the amount" };
  const value = readAmount(text);
  return value === undefined ? { problem: amountHint } : { value };
};

const readers: Record<Kind, (text: string) => FieldValue> = {
  units: (text) => readUnits(text.trim()),
  money: (text) => readMoney(text.trim()),
  text: (text) => ({ value: text }),
};

/** Reads a field's typed text. */
export const readField = (field: LineField, text: string): FieldValue =>
  readers[fieldKinds[field].kind](text);

/** Writes a typed text as `formatField` writes its value: "5" becomes "5.00". */
const normalizeText = (field: LineField, text: string): string => {
  const reading = readField(field, text);
  if ("problem" in reading) return text;
  return fieldKinds[field].kind === "money"
    ? writeAmount(Number(reading.value))
    : String(reading.value);
};

/** The text of a field's saved value. Undecided units read 0; money has two decimals. */
export const formatField = (item: RmaItem, field: LineField): string => {
  const value = item[field];
  if (value === null || value === undefined) return fieldKinds[field].kind === "units" ? "0" : "";
  if (typeof value === "string") return value;
  return fieldKinds[field].kind === "money" ? writeAmount(value) : String(value);
};

/** What was typed into one line. The order of the fields shows which was typed last. */
export type LineDraft = FieldDraft<LineField>;

/** What was typed into an RMA: its fields are named `7.note`, with the line's ID. */
export type RmaDraft = FieldDraft<string>;

const readKey = (key: string): readonly [id: string, field: string] => {
  const dot = key.indexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
};

const listTyped = <F extends string>(draft: FieldDraft<F>) => Object.entries(draft) as [F, Typed][];

/** The draft of each line. */
const splitDraft = (draft: RmaDraft): ReadonlyMap<string, LineDraft> => {
  const lines = new Map<string, Record<string, Typed>>();
  for (const [key, typed] of listTyped(draft)) {
    const [id, field] = readKey(key);
    const line = lines.get(id) ?? {};
    line[field] = typed;
    lines.set(id, line);
  }
  return lines;
};

interface FieldState {
  text: string;
  changed: boolean;
  /** The reason why the typed text is invalid. */
  problem: string | undefined;
  /** The reason why the field cannot be changed now. */
  locked: string | undefined;
}

/** One line with its typed texts. */
export interface LineState {
  item: RmaItem;
  id: number;
  /** The line after saving: with the valid typed values. */
  after: RmaItem;
  fields: Readonly<Record<LineField, FieldState>>;
  /** Units that would still be undecided. */
  remaining: number;
  /** What is unusual about the credit, though it can be saved. */
  unusualCredit: string | undefined;
}

/** Everything that the decision screen computes. Money is in whole cents. */
export interface Decision {
  lines: readonly LineState[];
  changes: readonly RmaItemUpdate[];
  problems: readonly { id: number; field: LineField; problem: string }[];
  undecided: { before: number; after: number };
  approved: { before: number; after: number };
  denied: { before: number; after: number };
  subtotal: { before: number; after: number };
  adjustment: number;
  total: { before: number; after: number };
  status: { before: string; after: string };
  /** True if saving ends the statuses in which lines can be decided, which the API cannot undo. */
  closes: boolean;
  /** True if saving asks first: it closes the RMA, or a changed line's credit is unusual. */
  asks: boolean;
}

/** Guards check the saved line, as the service does: typed values do not lock a field. */
const locks: Partial<Record<LineField, (rma: Rma, item: RmaItem) => string | undefined>> = {
  approvedQuantity: whyApprovalLocked,
  deniedQuantity: whyApprovalLocked,
  quantity: (_, item) => whyQuantityLocked(item),
};

const getFieldState = (
  rma: Rma,
  item: RmaItem,
  field: LineField,
  typed: Typed | undefined,
  forbidden: string | undefined,
): FieldState => {
  const original = formatField(item, field);
  const text = typed?.text ?? original;
  const changed = typed !== undefined && normalizeText(field, text) !== original;
  const reading = changed ? readField(field, text) : undefined;
  return {
    text,
    changed,
    problem: reading && "problem" in reading ? reading.problem : undefined,
    locked: forbidden ?? locks[field]?.(rma, item),
  };
};

const applyFields = (item: RmaItem, fields: LineState["fields"]): RmaItem => {
  const wanted = lineFields.flatMap((field) => {
    if (!fields[field].changed) return [];
    const reading = readField(field, fields[field].text);
    return "value" in reading ? [[field, reading.value] as const] : [];
  });
  return { ...item, ...Object.fromEntries(wanted) };
};

const decisionFields = ["approvedQuantity", "deniedQuantity", "quantity"] as const;

/** Too many units are reported at the field typed last, where the user is. */
const reportOverdecided = (
  fields: LineState["fields"],
  after: RmaItem,
  typed: LineDraft,
): LineState["fields"] => {
  const problem = whyOverdecided(after);
  const last = Object.keys(typed).toReversed();
  const at = last
    .flatMap((name) => decisionFields.filter((field) => field === name))
    .find((field) => fields[field].changed && fields[field].problem === undefined);
  return problem === undefined || at === undefined
    ? fields
    : { ...fields, [at]: { ...fields[at], problem } };
};

/**
 * Units beyond a line's quantity do not count: until the error is corrected, the totals show the record's own units.
 */
const restoreUnits = (item: RmaItem, after: RmaItem): RmaItem => ({
  ...after,
  quantity: item.quantity,
  approvedQuantity: item.approvedQuantity,
  deniedQuantity: item.deniedQuantity,
});

const createLineState = (
  rma: Rma,
  item: RmaItem,
  typed: LineDraft,
  forbidden: string | undefined,
): LineState => {
  const id = item.id ?? 0;
  const entries = lineFields.map(
    (field) => [field, getFieldState(rma, item, field, typed[field], forbidden)] as const,
  );
  const read = Object.fromEntries(entries) as Record<LineField, FieldState>;
  const typedIn = applyFields(item, read);
  const fields = reportOverdecided(read, typedIn, typed);
  const after = whyOverdecided(typedIn) === undefined ? typedIn : restoreUnits(item, typedIn);
  const remaining = countUndecidedUnits(after);
  return { item, id, after, fields, remaining, unusualCredit: whyUnusualCredit(after) };
};

const listChanges = ({ id, after, fields }: LineState): RmaItemUpdate[] => {
  const changed = lineFields.filter((field) => fields[field].changed);
  return changed.length === 0
    ? []
    : [{ id, ...Object.fromEntries(changed.map((field) => [field, after[field]])) }];
};

/** A decision neither leads to Voided or Canceled nor leaves them (neighbours). */
const derivedStatuses = new Set([...decidableRmaStatuses, "Approved", "Denied"]);

const statusAfter = (rma: Rma, lines: readonly LineState[]): string => {
  const before = rma.rmaStatus ?? "";
  const decided = lines.some(({ fields }) => decisionFields.some((field) => fields[field].changed));
  return decided && derivedStatuses.has(before)
    ? computeRmaStatus(lines.map(({ after }) => after))
    : before;
};

const sumUnits = (items: readonly RmaItem[], field: "approvedQuantity" | "deniedQuantity") =>
  items.reduce((sum, item) => sum + (item[field] ?? 0), 0);

/**
 * The credit in whole cents, before and after. A total that the API lacks is calculated from the lines; one that no line
 * changes stays the API's own, even if the calculation gives another.
 */
const calculateCredit = (rma: Rma, lines: readonly LineState[]) => {
  const calculate = (items: readonly RmaItem[]) => computeCreditTotals(items, rma.creditAdjustment);
  const lineTotals = calculate(rma.items);
  const changes = lines.some(
    ({ item, after }) => toCents(item.creditedAmount) !== toCents(after.creditedAmount),
  );
  const subtotal = toCents(rma.creditSubtotal ?? lineTotals.creditSubtotal);
  const adjustment = toCents(rma.creditAdjustment);
  const total = rma.creditTotal == null ? subtotal + adjustment : toCents(rma.creditTotal);
  if (!changes)
    return {
      subtotal: { before: subtotal, after: subtotal },
      adjustment,
      total: { before: total, after: total },
    };
  const next = calculate(lines.map(({ after }) => after));
  return {
    subtotal: { before: subtotal, after: toCents(next.creditSubtotal) },
    adjustment,
    total: { before: total, after: toCents(next.creditTotal) },
  };
};

const listProblems = ({ id, fields }: LineState) =>
  lineFields.flatMap((field) => {
    const { problem } = fields[field];
    return problem === undefined ? [] : [{ id, field, problem }];
  });

const isDecidable = (status: string): boolean => decidableRmaStatuses.includes(status);

const creditFields = ["creditedAmount", "approvedQuantity", "cost"] as const;

/** The lines whose credit this draft changes, or what it pays for, to something unusual. */
export const listUnusual = (lines: readonly LineState[]): readonly LineState[] =>
  lines.filter(
    ({ fields, unusualCredit }) =>
      unusualCredit !== undefined && creditFields.some((field) => fields[field].changed),
  );

/**
 * The result of a draft: every line, the request, the totals before and after, and the status. `forbidden` is why the
 * person's role locks all fields.
 */
export const calculateDecision = (rma: Rma, draft: RmaDraft, forbidden?: string): Decision => {
  const typed = splitDraft(draft);
  const lines = rma.items.map((item) =>
    createLineState(rma, item, typed.get(String(item.id ?? 0)) ?? {}, forbidden),
  );
  const after = lines.map((line) => line.after);
  const problems = lines.flatMap(listProblems);
  const before = rma.rmaStatus ?? "";
  // Invalid values lead to no status.
  const status = { before, after: problems.length > 0 ? before : statusAfter(rma, lines) };
  const closes = isDecidable(before) && !isDecidable(status.after);
  const both = <T>(of: (items: readonly RmaItem[]) => T) => ({
    before: of(rma.items),
    after: of(after),
  });
  return {
    lines,
    changes: lines.flatMap(listChanges),
    problems,
    undecided: both((items) => items.reduce((sum, item) => sum + countUndecidedUnits(item), 0)),
    approved: both((items) => sumUnits(items, "approvedQuantity")),
    denied: both((items) => sumUnits(items, "deniedQuantity")),
    ...calculateCredit(rma, lines),
    status,
    closes,
    asks: closes || listUnusual(lines).length > 0,
  };
};

/** Types a text into a field. Typing the saved value removes the field from the draft. */
export const typeField = (
  line: LineDraft,
  item: RmaItem,
  field: LineField,
  text: string,
): LineDraft => {
  const now = formatField(item, field);
  const { [field]: before, ...others } = line;
  // Added at the end: the order of the fields shows which was typed last.
  return text === now ? others : { ...others, [field]: { text, was: before?.was ?? now } };
};

/** Changes lines of a draft, each by itself: copying it for each of 2,048 lines would take seconds. */
export const changeLines = <L extends Pick<RmaItem, "id">>(
  draft: RmaDraft,
  lines: readonly L[],
  change: (line: LineDraft, of: L) => LineDraft,
): RmaDraft => {
  const byLine = splitDraft(draft);
  const next = new Map(listTyped(draft));
  for (const line of lines) {
    const id = line.id ?? 0;
    const before = byLine.get(String(id)) ?? {};
    for (const field of Object.keys(before)) next.delete(`${id}.${field}`);
    for (const [field, typed] of listTyped(change(before, line))) next.set(`${id}.${field}`, typed);
  }
  return Object.fromEntries(next);
};

const formatCents = (amount: number): string => (amount / 100).toFixed(2);

const numbers = ["quantity", "approvedQuantity", "deniedQuantity", "cost"] as const;

const readNumber = (
  item: RmaItem,
  field: (typeof numbers)[number],
  line: LineDraft,
): number | undefined => {
  const typed = line[field]?.text;
  // The record's own value needs no reading: its cost may have more decimals than can be typed.
  if (typed === undefined) return item[field] ?? 0;
  const reading = readField(field, typed);
  return "value" in reading ? Number(reading.value) : undefined;
};

/**
 * The proposed credit for a line's approved units; undefined if they did not change, cannot be saved, or have no cost to
 * calculate with. Units that are no longer approved take their credit back; a missing credit stays missing.
 */
const proposeCredit = (item: RmaItem, line: LineDraft): string | undefined => {
  if (line.approvedQuantity === undefined) return undefined;
  const read = numbers.map((field) => [field, readNumber(item, field, line)] as const);
  const after = { ...item, ...Object.fromEntries(read) };
  if (after.approvedQuantity === undefined || whyOverdecided(after) !== undefined) return undefined;
  const amount = calculateCost(after);
  const hasCredit = amount > 0 || toCents(item.creditedAmount) > 0;
  return (after.cost ?? 0) > 0 && hasCredit ? formatCents(amount) : undefined;
};

/** An amount that the user entered is never replaced: only a proposed one, or none. */
const isUntouched = (item: RmaItem, line: LineDraft): boolean =>
  line.creditedAmount === undefined
    ? [0, calculateCost(item)].includes(toCents(item.creditedAmount))
    : line.creditedAmount.text === proposeCredit(item, line);

/** Updates an untouched credit after an edit of its line. */
const updateCredit = (before: LineDraft, after: LineDraft, item: RmaItem): LineDraft => {
  if (!isUntouched(item, before)) return after;
  const text = proposeCredit(item, after) ?? formatField(item, "creditedAmount");
  return typeField(after, item, "creditedAmount", text);
};

/** Whether approved units of a line have a cost but no credit. */
export const lacksCredit = ({ after }: LineState): boolean =>
  toCents(after.creditedAmount) === 0 && calculateCost(after) > 0;

/** Credits a line's approved units at cost. */
export const fillCredit = (line: LineDraft, { item, after }: LineState): LineDraft =>
  typeField(line, item, "creditedAmount", formatCents(calculateCost(after)));

/** Types a text into a field, and updates a credit that was not typed. */
const typeDecision = (
  line: LineDraft,
  item: RmaItem,
  field: LineField,
  text: string,
): LineDraft => {
  const next = typeField(line, item, field, text);
  return field === "creditedAmount" ? next : updateCredit(line, next, item);
};

/** Types a text into a field of a draft's line, and updates a credit that was not typed. */
export const typeInto = (
  draft: RmaDraft,
  item: RmaItem,
  field: LineField,
  text: string,
): RmaDraft => changeLines(draft, [item], (line) => typeDecision(line, item, field, text));

export type Side = "approvedQuantity" | "deniedQuantity";

/** The most units of a line that can be approved or denied. */
export const countAvailable = ({ after, remaining }: LineState, side: Side): number =>
  (after[side] ?? 0) + remaining;

/** Approves or denies all undecided units of lines. */
export const decideRest = (draft: RmaDraft, lines: readonly LineState[], side: Side): RmaDraft => {
  const open = lines.filter(({ remaining }) => remaining > 0);
  return open.length === 0
    ? draft
    : changeLines(draft, open, (typed, line) =>
        typeDecision(typed, line.item, side, String(countAvailable(line, side))),
      );
};

/** Calculates once for each object. */
const once = <K extends object, V>(calculate: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, V>();
  return (key) => {
    const value = known.get(key) ?? calculate(key);
    known.set(key, value);
    return value;
  };
};

const rmaLabels = {
  rmaStatus: "Status",
  creditAdjustment: "Credit adjustment",
  shipmentReceivedStatus: "Goods",
} as const satisfies Partial<Record<keyof Rma, string>>;
const readOnlyLabels = {
  receivedQuantity: "Received",
  voidedQuantity: "Voided",
  sku: "SKU",
  title: "Title",
} as const satisfies Partial<Record<keyof RmaItem, string>>;

const listKeys = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.keys(labels) as K[];

/** All values that are compared; `7.line` says that there is such a line. */
const textsOf = once((rma: Rma): Texts<string> =>
  Object.fromEntries([
    ...listKeys(rmaLabels).map((field) => [field, sentenceCase(String(rma[field] ?? ""))]),
    ...rma.items.flatMap((item) => [
      [`${item.id ?? 0}.line`, "a line of this RMA"],
      ...lineFields.map((field) => [`${item.id ?? 0}.${field}`, formatField(item, field)]),
      ...listKeys(readOnlyLabels).map((field) => [
        `${item.id ?? 0}.${field}`,
        String(item[field] ?? ""),
      ]),
    ]),
  ]),
);

const labelFields = (item: RmaItem): [string, string][] =>
  [
    ...lineFields.map((field): [string, string] => [field, fieldKinds[field].label]),
    ...Object.entries(readOnlyLabels),
  ].map(([field, label]) => [`${item.id ?? 0}.${field}`, `${lineName(item)}: ${label}`]);

const labelAll = once((rma: Rma): Readonly<Record<string, string>> => ({
  ...rmaLabels,
  ...Object.fromEntries(rma.items.flatMap(labelFields)),
}));

/** Of a line that only one version has, no fields are compared. */
const labelsOf = (before: Rma, now: Rma): Readonly<Record<string, string>> => {
  if (before === now) return labelAll(now);
  const old = new Set(before.items.map(({ id }) => id));
  return {
    ...rmaLabels,
    ...Object.fromEntries([
      ...[...now.items, ...before.items].map((item) => [`${item.id ?? 0}.line`, lineName(item)]),
      ...now.items.filter(({ id }) => old.has(id)).flatMap(labelFields),
    ]),
  };
};

/** Compares a draft with the record, and merges both (see `EditingPlan`). */
export const rmaFields = createFieldsAdapter<Rma, string>({
  textsOf,
  labelsOf,
  normal: (key, text) => {
    const field = lineFields.find((one) => one === readKey(key)[1]);
    return field ? normalizeText(field, text) : text;
  },
});
