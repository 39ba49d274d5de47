import { decidableRmaStatuses, hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { hasCodeDigits } from "#catalog/fold-words.ts";
import { formatCount, sentenceCase } from "#web/base/format.ts";
import { isBusy, type PhaseKind } from "#web/editing/editing-plan.ts";
import type { Tone } from "#web/kit/status-badge.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { calculateDecision } from "#web/screens/rmas/decision.ts";
import type { DecisionEditing } from "#web/screens/rmas/use-decision.ts";

/** Describes how many RMAs are still to decide after the last one of the queue. */
export const describeLeft = (left: number): string => {
  if (left === 0) return "New RMAs with undecided units are listed here.";
  return left === 1
    ? "1 RMA still has undecided units."
    : `${formatCount(left, "RMA")} still have undecided units.`;
};

/** Whether an RMA contains each typed word: in its number, its source, or a line's SKU, title, reason or note. */
export const matchesRma = (rma: Rma, source: string, typed: string): boolean => {
  const lines = rma.items
    .flatMap(({ sku, title, returnReason, note }) => [sku, title, returnReason, note])
    .map((text) => text ?? "");
  const text = [rmaName(rma), rma.rmaStatus, source, ...lines].join("\n").toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word)) || hasCodeDigits(lines, typed);
};

/** How far an RMA of the queue is, in a word. */
export interface QueueMark {
  readonly label: string;
  readonly tone: Tone;
  /** A save that needs the person. */
  readonly failed?: true;
  /** A save that can be taken back before it is sent. */
  readonly held?: true;
}

const savingMarks: Readonly<Partial<Record<PhaseKind, QueueMark>>> = {
  holding: { label: "Saving soon", tone: "calm", held: true },
  reading: { label: "Saving…", tone: "calm" },
  sending: { label: "Saving…", tone: "calm" },
  waiting: { label: "To be sent", tone: "waiting" },
  unread: { label: "Not saved", tone: "bad", failed: true },
  refused: { label: "Refused", tone: "bad", failed: true },
  lost: { label: "Not saved", tone: "bad", failed: true },
  unknown: { label: "Status unknown", tone: "bad", failed: true },
  conflict: { label: "Conflict", tone: "bad", failed: true },
};

const unsavedMark: QueueMark = { label: "Unsaved", tone: "waiting" };
const savedMark: QueueMark = { label: "Saved", tone: "good" };
const decidedMark: QueueMark = { label: "Decided", tone: "good" };

/** The mark of an RMA: what needs the person comes first. Undefined while nothing has happened. */
export const markDecision = (
  rma: Rma | undefined,
  editing: DecisionEditing | undefined,
): QueueMark | undefined => {
  const { phase, saved } = editing?.state.get() ?? {};
  const ofSave = phase && savingMarks[phase.kind];
  if (ofSave) return ofSave;
  if (editing?.isDirty()) return unsavedMark;
  const status = rma?.rmaStatus ?? "";
  if (!decidableRmaStatuses.includes(status))
    return {
      label: sentenceCase(status) || "No status",
      tone: status === "Denied" ? "bad" : "good",
    };
  if (!saved) return undefined;
  return rma && hasUndecidedUnits(rma) ? savedMark : decidedMark;
};

/** Whether an RMA is still to decide after what is being saved. */
export const isLeft = (rma: Rma, editing: DecisionEditing | undefined): boolean =>
  hasUndecidedUnits(rma) &&
  !(
    editing &&
    isBusy(editing.state.get().phase) &&
    calculateDecision(rma, editing.document.get()).undecided.after === 0
  );

/** Whether an RMA no longer waits: it is decided, or a save that decides it is on its way, and nothing is unsaved. */
export const isDone = (rma: Rma, editing: DecisionEditing | undefined): boolean => {
  if (isLeft(rma, editing)) return false;
  if (!editing) return true;
  const { phase } = editing.state.get();
  return isBusy(phase) || (phase.kind === "editing" && !editing.isDirty());
};

/** The queue's ids after its list was loaded again: nothing moves or leaves, and new ones come last. */
export const mergeQueue = (held: readonly number[], loaded: readonly number[]): number[] => [
  ...held,
  ...loaded.filter((id) => !held.includes(id)),
];

/**
 * The queue's ids after a person refreshed it: as loaded, with new ones in their place. Of the others only those that are
 * kept stay, each behind the one that it followed.
 */
export const refreshQueue = (
  held: readonly number[],
  loaded: readonly number[],
  isKept: (id: number) => boolean,
): number[] => {
  const queue = [...loaded];
  for (const [place, id] of held.entries()) {
    if (queue.includes(id) || !isKept(id)) continue;
    const before = held.slice(0, place).findLast((one) => queue.includes(one));
    queue.splice(before === undefined ? 0 : queue.indexOf(before) + 1, 0, id);
  }
  return queue;
};

/** The neighbor of an RMA, `step` places away; the first or last one at the end, undefined in an empty queue. */
export const stepFrom = (
  ids: readonly number[],
  from: number | undefined,
  step: number,
): number | undefined => {
  const at = from === undefined ? -1 : ids.indexOf(from);
  return at < 0 ? ids[0] : ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
};

/** The RMAs that come next and are still to decide, at most `count`. After the last one come those that were skipped. */
export const listAhead = (
  ids: readonly number[],
  from: number | undefined,
  isOpen: (id: number) => boolean,
  count: number,
): number[] => {
  const at = from === undefined ? -1 : ids.indexOf(from);
  const others = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))];
  return others.filter((id) => id !== from && isOpen(id)).slice(0, count);
};
