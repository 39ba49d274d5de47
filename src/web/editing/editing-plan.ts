import type { Answer, Sending } from "#web/api/call.ts";
import type { ValueStore } from "#web/base/value-store.ts";
import type { DraftPlace, SentRequest } from "./drafts.ts";
import type { SavePlace } from "./waiting-saves.ts";

/** A store that is only read. */
export type Readable<T> = Pick<ValueStore<T>, "get" | "subscribe">;

/** What a person edits: the draft `D`, with undo. Changes of several parts at once are one step. */
export interface EditedDocument<D> extends Readable<D> {
  /** Replaces the draft, as a step that undo reverts. Equal bursts in a row are one step: a typed word. */
  readonly change: (next: D, burst?: string) => void;
  /** Replaces the draft after it was saved, which undo doesn't revert. */
  readonly reset: (next: D) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
}

/** A value that another person changed after it was edited here, or that the edited values depend on. */
export interface Difference {
  readonly field: string;
  readonly label: string;
  readonly was: string;
  readonly now: string;
  /** The unsaved value; if set, the person must select a version. */
  readonly mine?: string | undefined;
  /** Set where each person changed another half of the value. */
  readonly both?: string | undefined;
}

/** The version that is kept in a conflict. */
export type Side = "mine" | "theirs" | "both";
export type Choices = Readonly<Record<string, Side>>;

/**
 * How one kind of record is edited: `R` is the record, `D` the draft, a JSON value, and `S` what a request carries. Pure
 * functions, except those that call the API or the cache. A save uses the plan of its start.
 */
export interface EditingPlan<R, D, S> {
  /** The name of the draft: `"return.12"`. */
  readonly key: string;
  readonly place?: DraftPlace;
  readonly empty: D;
  readonly isEmpty: (draft: D) => boolean;
  /** The document, if it isn't an immutable value; `draft` is the stored one. */
  readonly createDocument?: (draft: D) => EditedDocument<D>;
  /** The record as this browser knows it. */
  readonly base: () => R;
  /** Reads the record; left out if the upstream can't. */
  readonly read?: (() => Promise<Answer<R>>) | undefined;
  /** Puts an answer into the cache. */
  readonly keep: (answer: Answer<R>) => void;
  /** The draft over a newer record: without what the record has by now. `sent`: the part that was just saved. */
  readonly rebase: (draft: D, record: R, sent?: D) => D;
  /** What another person changed between two versions of the record, as far as it matters to the draft. */
  readonly diff: (draft: D, before: R, now: R) => readonly Difference[];
  /** The draft after the person has selected versions. */
  readonly merge: (draft: D, differences: readonly Difference[], choices: Choices, now: R) => D;
  /** Whether there are valid changes to send, which the person's role allows. */
  readonly ready: (draft: D) => boolean;
  /** Whether the person must confirm first. */
  readonly asks: (draft: D) => boolean;
  /** The next request. `draft`: the part that it saves; without it, all. */
  readonly toRequest: (draft: D, now: R) => { readonly request: S; readonly draft?: D };
  /** Sends it once. Answers with the whole record. */
  readonly send: (request: S, sending: Sending, now: R) => Promise<Answer<R>>;
  /** Whether a record that was read has what was sent; by default, if nothing of that draft is left over it. */
  readonly isSaved?: (sent: SentRequest<D, S>, record: R) => boolean;
  /** Looks for what a lost request may have made, where the record has no ID yet; undefined if it isn't there. */
  readonly find?: (sent: SentRequest<D, S>) => Promise<Answer<R> | undefined>;
  /** Takes the answer, instead of `keep` and `rebase`. */
  readonly accept?: (answer: Answer<R>, sent: SentRequest<D, S>) => void;
  /** Called after a save. `parts`: what was saved, in its requests. `found`: its answer was lost first. */
  readonly saved: (answer: Answer<R>, how: { parts: readonly D[]; found: boolean }) => void;
  readonly refused?: (error: unknown, sent: SentRequest<D, S>) => void;
  /** Where a save is found again after its screen was left; by default, the screen on which it began. */
  readonly screen?: () => SavePlace;
  /** Says that a save failed after its screen was left; by default, a notification with a link. */
  readonly report?: (kind: PhaseKind) => void;
  /** What follows the title of the screen then. */
  readonly describeFailure?: (kind: PhaseKind) => string | undefined;
}

/** The state of a save (drawn in README.md). */
export type Phase<R, D, S> =
  | { readonly kind: "editing" }
  | { readonly kind: "confirming" }
  /** The record is read again, so that no change by another person is overwritten. */
  | { readonly kind: "reading" }
  /** Read meanwhile, and sent at `until` (milliseconds since 1970) unless it is taken back. */
  | { readonly kind: "holding"; readonly until: number }
  | { readonly kind: "sending"; readonly sent: SentRequest<D, S> }
  /** The record could not be read, so nothing was sent. `wait` sends it once the gateway answers again. */
  | { readonly kind: "unread"; readonly error: unknown; readonly wait?: () => void }
  | { readonly kind: "waiting"; readonly cancel: () => void }
  | { readonly kind: "refused"; readonly error: unknown; readonly sent: SentRequest<D, S> }
  /** Sent, and no answer came. */
  | {
      readonly kind: "unknown";
      readonly error: unknown;
      readonly sent: SentRequest<D, S>;
      readonly checking: boolean;
    }
  /** Another person changed the record. `now` is missing where the cache already has the newer version. */
  | { readonly kind: "conflict"; readonly before: R; readonly now?: Answer<R> }
  /** Checked: it did not arrive. `unsendable`: after a wait it can't be sent as it is. */
  | { readonly kind: "lost"; readonly unsendable?: boolean };

export type PhaseKind = Phase<never, never, never>["kind"];

/** Everything about a draft and its save that a screen shows, apart from the draft. */
export interface EditingState<R, D, S> {
  readonly phase: Phase<R, D, S>;
  /** Whether the draft is in this browser's storage; `refused` where that is full or forbidden. */
  readonly stored: "none" | "pending" | "stored" | "refused";
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt?: number;
  /** Whether another tab has changed the draft since it was saved. */
  readonly elsewhere: boolean;
  /** What the requests of this save have saved so far. */
  readonly parts: readonly D[];
  /** Whether something was saved since the page was opened. */
  readonly saved: boolean;
}

const restKinds: ReadonlySet<PhaseKind> = new Set(["editing", "unread", "refused", "lost"]);
const busyKinds: ReadonlySet<PhaseKind> = new Set(["reading", "holding", "sending"]);

/** Whether the person has the next step, and nothing is unknown. */
export const isAtRest = ({ kind }: { kind: PhaseKind }): boolean => restKinds.has(kind);

/** Whether a save is in progress. */
export const isBusy = ({ kind }: { kind: PhaseKind }): boolean => busyKinds.has(kind);

/** Whether a save, or the check of one, is in progress. */
export const isWaiting = (phase: Phase<unknown, unknown, unknown>): boolean =>
  isBusy(phase) || (phase.kind === "unknown" && phase.checking);
