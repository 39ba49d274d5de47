import { decidableRmaStatuses, type Rma } from "#contract/rmas.ts";
import type { DecisionDesk } from "#web/screens/rmas/decision-desk.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** How far an RMA of the queue is, in a word. */
export interface QueueMark {
  readonly label: string;
  readonly tone: Tone;
  /** A save that needs the person. */
  readonly failed?: true;
}

const savingMarks: Readonly<Partial<Record<SaveKind, QueueMark>>> = {
  reading: { label: "Saving…", tone: "calm" },
  sending: { label: "Saving…", tone: "calm" },
  waiting: { label: "To be sent", tone: "waiting" },
  unread: { label: "Not saved", tone: "bad", failed: true },
  refused: { label: "Refused", tone: "bad", failed: true },
  lost: { label: "Not saved", tone: "bad", failed: true },
  unknown: { label: "Status unknown", tone: "bad", failed: true },
  conflict: { label: "Conflict", tone: "bad", failed: true },
};

interface Marked {
  readonly rma: Pick<Rma, "rmaStatus">;
  readonly saving: SaveKind;
  /** Whether there are unsaved changes, and whether a save has arrived since the page was opened. */
  readonly unsaved: boolean;
  readonly saved: boolean;
}

/** The mark of an RMA: what needs the person comes first. Undefined while nothing has happened. */
export const chooseMark = ({ rma, saving, unsaved, saved }: Marked): QueueMark | undefined => {
  const status = rma.rmaStatus ?? "";
  const closed = !decidableRmaStatuses.includes(status);
  return (
    savingMarks[saving] ??
    (unsaved
      ? { label: "Unsaved", tone: "waiting" }
      : closed
        ? { label: status || "No status", tone: status === "Denied" ? "bad" : "good" }
        : saved
          ? { label: "Saved", tone: "good" }
          : undefined)
  );
};

/** The mark of the RMA of a desk. */
export const markDesk = ({
  record,
  unsent,
  saving,
}: Pick<DecisionDesk, "record" | "unsent" | "saving">): QueueMark | undefined => {
  const { draft, saved } = unsent.get();
  const unsaved = Object.keys(draft).length > 0;
  return chooseMark({ rma: record(), saving: saving.get().kind, unsaved, saved });
};
