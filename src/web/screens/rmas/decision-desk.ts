import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import type { Answer } from "#web/api/call.ts";
import { formatCount } from "#web/base/format.ts";
import type { Choices } from "#web/editing/field-draft.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { createSaveMachine, isBusy } from "#web/editing/save-machine.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { applyChoices } from "./conflict.ts";
import { typeDecision } from "./credit.ts";
import type { RmaDraft } from "./decision.ts";
import {
  type Conflict,
  createDecisionPlan,
  groupRefusals,
  type RmaPorts,
} from "./decision-plan.ts";
import { editsSince, settle } from "./draft-changes.ts";
import type { LineField } from "./line-fields.ts";
import { addStep, noSteps, undoStep, type UndoSteps } from "./undo-steps.ts";

/** A person's unsaved decision about one RMA. @public */
export interface Unsent {
  readonly draft: RmaDraft;
  /** The API's refusals of the last save, by line and field. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly steps: UndoSteps<RmaDraft>;
  /** Whether a save has arrived since the page was opened. */
  readonly saved: boolean;
}

/** Called when a save has arrived, with the words for it; `found`: its answer was lost. */
export type OnSaved = (words: string, found: boolean) => void;

/** The requests and stores that a desk uses. */
export interface DeskPorts extends RmaPorts {
  readonly loadDraft: () => RmaDraft | undefined;
  /** Stores a draft, or deletes it with `undefined`. */
  readonly storeDraft: (draft: RmaDraft | undefined) => void;
}

const nothingTyped: RmaDraft = {};
const nothingUnsent: Unsent = { draft: nothingTyped, refusals: {}, steps: noSteps, saved: false };

const isBlank = (draft: RmaDraft): boolean => Object.keys(draft).length === 0;

const describeSaved = (rma: Rma, sent: readonly unknown[]): string =>
  `${rmaName(rma)} saved: ${formatCount(sent.length, "line")}. Status: ${rma.rmaStatus}`;

/**
 * The decision on one RMA: its draft, with undo, and how it is saved (see `createSaveMachine`). It outlives the screen,
 * so that a save can go on while the person decides another RMA.
 */
export const createDesk = (ports: DeskPorts) => {
  const { record, cache, storeDraft } = ports;
  const unsent = createValueStore<Unsent>({
    ...nothingUnsent,
    draft: settle(ports.loadDraft() ?? nothingTyped, record()),
  });
  let onSaved: OnSaved = () => undefined;
  let sent: RmaDraft = nothingTyped;
  let screens = 0;
  const set = (next: Unsent) => {
    unsent.set(next);
    storeDraft(isBlank(next.draft) ? undefined : next.draft);
  };
  const on = {
    saved: (answer: Answer<Rma>, lines: RmaItemUpdate[], found: boolean) => {
      cache(answer);
      const draft = editsSince(unsent.get().draft, sent, answer.value);
      set({ ...nothingUnsent, draft, saved: true });
      onSaved(describeSaved(answer.value, lines), found);
    },
    refused: (error: unknown, lines: RmaItemUpdate[]) =>
      unsent.set({ ...unsent.get(), refusals: groupRefusals(error, lines) }),
  };
  const send: RmaPorts["send"] = (lines, sending) => {
    sent = unsent.get().draft;
    return ports.send(lines, sending);
  };
  const machine = createSaveMachine(() =>
    createDecisionPlan({ ...ports, send }, unsent.get().draft, on),
  );
  // The draft is locked while a save is under way. What is typed after its response was lost is kept.
  const edit = (next: Unsent) => {
    if (isBusy(machine.state.get())) return;
    set(next);
    // An edit answers a question about closing the RMA: not like this.
    if (machine.state.get().kind === "reviewing") machine.back();
    machine.edited();
  };
  const change = (draft: RmaDraft, place?: string) => {
    const now = unsent.get();
    if (draft === now.draft) return;
    edit({ ...now, draft, steps: addStep(now.steps, now.draft, place) });
  };
  return {
    record,
    unsent: { get: unsent.get, subscribe: unsent.subscribe },
    saving: machine.state,
    /** Called by a screen that shows the decision and how its save ended, until the returned function is called. */
    show: () => {
      screens += 1;
      return () => void (screens -= 1);
    },
    isShown: () => screens > 0,
    change,
    type: (item: RmaItem, field: LineField, text: string) => {
      const place = `${item.id}.${field}`;
      const now = unsent.get();
      const draft = typeDecision(now.draft, item, field, text);
      const { [place]: _, ...refusals } = now.refusals;
      edit({ ...now, draft, refusals, steps: addStep(now.steps, now.draft, place) });
    },
    /** Reverses the last change that was not sent. */
    undo: () => {
      const now = unsent.get();
      const undone = undoStep(now.steps);
      if (undone) edit({ ...now, draft: undone.to, steps: undone.steps });
    },
    /** Saves, or asks for confirmation first. */
    save: (then: OnSaved) => {
      // A click during a save must not add what follows it.
      if (!isBusy(machine.state.get())) onSaved = then;
      return machine.save();
    },
    /** Saves after the person has confirmed. */
    send: machine.send,
    /** Asks for confirmation. */
    review: (then: OnSaved) => {
      onSaved = then;
      machine.review();
    },
    check: (then: OnSaved) => {
      onSaved = then;
      return machine.check();
    },
    back: machine.back,
    discard: () => {
      if (isBusy(machine.state.get())) return;
      set({ ...nothingUnsent, saved: unsent.get().saved });
      machine.back();
    },
    /** Uses the current record, and the draft after the person's choices. */
    resolve: ({ now, differences }: Conflict, choices: Choices) => {
      if (now) cache(now);
      const draft = applyChoices(unsent.get().draft, differences, choices);
      set({ ...unsent.get(), refusals: {}, steps: noSteps, draft: settle(draft, record()) });
      machine.back();
    },
  };
};

/** The result of `createDesk`. */
export type DecisionDesk = ReturnType<typeof createDesk>;
