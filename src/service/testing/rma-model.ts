import fc from "fast-check";
import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import { rma, rmaItem } from "./records.ts";

/*
 * The API's rules for RMA lines (api 3, 4.4, neighbours) implemented a second time, as a model of plain numbers that
 * shares no code with the service. Both run the same random requests.
 */
interface Line {
  quantity: number;
  approved: number;
  denied: number;
  everDecided: boolean;
}
type Lines = [Line, Line];
type Change = { line: 0 | 1; quantity?: number; approved?: number; denied?: number };

/** The API's status for the lines. */
const statusOf = (lines: Lines): string => {
  const total = (field: "quantity" | "approved" | "denied") => lines[0][field] + lines[1][field];
  if (total("approved") === 0 && total("denied") === 0) return "Waiting";
  if (total("approved") === total("quantity")) return "Approved";
  return total("denied") === total("quantity") ? "Denied" : "Partially Approved";
};

const canTake = (line: Line, { quantity, approved, denied }: Change, isOpen: boolean): boolean => {
  const after = {
    quantity: quantity ?? line.quantity,
    approved: approved ?? line.approved,
    denied: denied ?? line.denied,
  };
  const decides = after.approved !== line.approved || after.denied !== line.denied;
  const resizes = after.quantity !== line.quantity;
  const decided = line.everDecided || line.approved + line.denied > 0;
  return (
    !(decides && !isOpen) &&
    !(resizes && decided) &&
    !((decides || resizes) && after.approved + after.denied > after.quantity)
  );
};

const take = (line: Line, { quantity, approved, denied }: Change): Line => {
  const after = {
    quantity: quantity ?? line.quantity,
    approved: approved ?? line.approved,
    denied: denied ?? line.denied,
  };
  const decides = after.approved !== line.approved || after.denied !== line.denied;
  return { ...after, everDecided: line.everDecided || decides };
};

/** The lines after a request; undefined when it must be refused. */
const linesAfter = (lines: Lines, changes: readonly Change[]): Lines | undefined => {
  const isOpen = ["Waiting", "Partially Approved"].includes(statusOf(lines));
  const isTwice = changes.length === 2 && changes[0]?.line === changes[1]?.line;
  if (isTwice || changes.some((change) => !canTake(lines[change.line], change, isOpen)))
    return undefined;
  const after: Lines = [...lines];
  for (const change of changes) after[change.line] = take(lines[change.line], change);
  return after;
};

const small = fc.integer({ min: 0, max: 4 });
const change: fc.Arbitrary<Change> = fc.record(
  { line: fc.constantFrom(0, 1), quantity: small, approved: small, denied: small },
  { requiredKeys: ["line"] },
);
/** Sequences of requests to one RMA. */
export const requestSequences = fc.array(fc.array(change, { maxLength: 2 }), {
  minLength: 1,
  maxLength: 8,
});

/** Sequences that reach both closed statuses, which random requests seldom do, and continue from there. */
export const examples: [Change[][]][] = (["approved", "denied"] as const).map((field) => [
  [
    [{ line: 0, [field]: 3 }],
    [{ line: 1, [field]: 2 }],
    [{ line: 0, [field]: 1 }],
    [{ line: 1, quantity: 4 }],
    [{ line: 0, [field]: 3 }],
  ],
]);

/** The statuses that decisions lead to: a run of the model proves something only if it reached all of them. */
export const decidedStatuses = ["Approved", "Denied", "Partially Approved", "Waiting"];

/** The initial lines of each sequence, in the model and in the record. */
const firstLines: Lines = [
  { quantity: 3, approved: 0, denied: 0, everDecided: false },
  { quantity: 2, approved: 0, denied: 0, everDecided: false },
];

export const firstRecord = (id: number): Rma =>
  rma(id, { items: [rmaItem(id * 10, 3), rmaItem(id * 10 + 1, 2)] });

/** The model's changes as the body of a request. */
export const toUpdates = (id: number, changes: readonly Change[]): RmaItemUpdate[] =>
  changes.map(({ line, quantity, approved, denied }) => ({
    id: id * 10 + line,
    quantity,
    approvedQuantity: approved,
    deniedQuantity: denied,
  }));

/** The record's expected content for the model's `lines`. */
const recordOf = (lines: Lines) => ({
  rmaStatus: statusOf(lines),
  items: lines.map(({ quantity, approved, denied }) => ({
    quantity,
    approvedQuantity: approved,
    deniedQuantity: denied,
  })),
});

/**
 * Runs the model through a sequence: the requests, whether each must be refused, and the record's expected content
 * after each.
 */
export const runModel = (sequence: readonly (readonly Change[])[]) => {
  let lines = firstLines;
  return sequence.map((changes) => {
    const after = linesAfter(lines, changes);
    lines = after ?? lines;
    return { changes, refused: after === undefined, record: recordOf(lines) };
  });
};
