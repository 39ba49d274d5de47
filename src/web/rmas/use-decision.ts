import { useMemo, useState } from "react";
import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { cacheRma, readRma, sendRmaItems } from "#web/api/rmas.ts";
import { useDraft } from "#web/ui/draft.ts";
import { counted } from "#web/ui/format.ts";
import { notifySaved } from "#web/ui/notify-saved.ts";
import { isBusy, type SavePlan, type SaveState } from "#web/ui/save-machine.ts";
import { createValueStore } from "#web/ui/value-store.ts";
import { useSaveMachine } from "#web/ui/use-save-machine.ts";
import type { Choices } from "#web/ui/field-draft.ts";
import { applyChoices, type Difference, listDifferences, findSavedPart } from "./conflict.ts";
import { calculateDecision, type RmaDraft } from "./decision.ts";
import { typeDecision } from "./credit.ts";
import { settle } from "./draft-changes.ts";
import { type LineField, lineFields } from "./line-fields.ts";

/** The RMA changed since it was loaded; without `now`, the draft is older than the record. */
interface Conflict {
  readonly now: Answer<Rma> | undefined;
  readonly differences: readonly Difference[];
}

type DecisionPlan = SavePlan<Answer<Rma>, Answer<Rma>, RmaItemUpdate[], Conflict>;

const nothingTyped: RmaDraft = {};

/** Refusals by line and field. The paths of the issues contain the index of the sent line: `0.approvedQuantity`. */
const groupRefusals = (error: unknown, sent: readonly RmaItemUpdate[]): Record<string, string> => {
  if (!(error instanceof ApiError)) return {};
  const pairs = error.issues.flatMap(({ path, message }): [string, string][] => {
    const [, index, field] = /(?:^|\.)(\d+)\.(\w+)$/.exec(path) ?? [];
    const line = sent[Number(index)];
    return line && lineFields.some((known) => known === field)
      ? [[`${line.id}.${field}`, message]]
      : [];
  });
  return Object.fromEntries(pairs);
};

const describeSaved = (id: number, { value }: Answer<Rma>, sent: readonly unknown[]) =>
  `${value.rmaNumber || `RMA ${id}`} saved: ${counted(sent.length, "line")}. Status: ${value.rmaStatus}`;

/** The draft of one RMA, and the decision that results from it. */
const useDecisionDraft = (id: number, rma: Rma) => {
  const [kept, keepDraft] = useDraft<RmaDraft>(`rma.${id}`);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const draft = useMemo(() => settle(kept ?? nothingTyped, rma), [kept, rma]);
  const decision = useMemo(() => calculateDecision(rma, draft), [rma, draft]);
  // Not empty for a draft that was typed over values that have changed since, found when the screen opens.
  const stale = useMemo(() => listDifferences(rma, rma, draft), [rma, draft]);
  const setDraft = (next: RmaDraft) => keepDraft(Object.keys(next).length === 0 ? undefined : next);
  const forget = () => {
    setDraft(nothingTyped);
    setRefusals({});
  };
  return { draft, decision, stale, refusals, setDraft, setRefusals, forget };
};

const createPlan = (
  id: number,
  rma: Rma,
  typed: ReturnType<typeof useDecisionDraft>,
  onSaved: () => void,
): DecisionPlan => {
  const { draft, decision, stale, setRefusals, forget } = typed;
  const conflictIn = (now: Answer<Rma>) => {
    const differences = listDifferences(rma, now.value, draft);
    return differences.length > 0 ? { now, differences } : undefined;
  };
  return {
    ready: () =>
      decision.problems.length === 0 && decision.changes.length > 0 && stale.length === 0,
    // A save that closes the RMA cannot be undone.
    asks: () => decision.closes,
    read: () => readRma(id),
    conflictIn,
    send: (_, leaves) => {
      const sent = [...decision.changes];
      leaves(sent);
      return sendRmaItems(id, sent);
    },
    saved: (answer, sent, found) => {
      cacheRma(id, answer);
      forget();
      notifySaved(describeSaved(id, answer, sent), found);
      onSaved();
    },
    refused: (error, sent) => setRefusals(groupRefusals(error, sent)),
    find: async (sent) => {
      const now = await readRma(id);
      const there = findSavedPart(sent, now.value);
      if (there === "all") return { kind: "saved", answer: now };
      const conflict = conflictIn(now);
      if (conflict) return { kind: "conflict", conflict };
      if (there === "some") return { kind: "conflict", conflict: { now, differences: [] } };
      cacheRma(id, now);
      return { kind: "lost" };
    },
  };
};

/** The decision on one RMA: the draft, its results, and how it is saved (see `createSaveMachine`). */
export const useDecision = (id: number, rma: Rma) => {
  const typed = useDecisionDraft(id, rma);
  const { draft, decision, stale, refusals, setDraft, setRefusals, forget } = typed;
  const [then] = useState(() => createValueStore<(() => void) | undefined>(undefined));
  const { machine, state } = useSaveMachine(createPlan(id, rma, typed, () => then.get()?.()));
  const shown: SaveState<RmaItemUpdate[], Conflict> =
    state.kind === "editing" && stale.length > 0
      ? { kind: "conflict", conflict: { now: undefined, differences: stale } }
      : state;
  const sending = isBusy(state);
  const change = (next: RmaDraft) => {
    // The draft is locked while a response that will replace it is pending, so that nothing typed is lost.
    if (sending) return;
    setDraft(next);
    machine.edited();
  };
  return {
    draft,
    decision,
    saving: shown,
    dirty: decision.changes.length > 0,
    sending,
    refusals,
    type: (item: RmaItem, field: LineField, text: string) => {
      if (sending) return;
      const { [`${item.id}.${field}`]: _, ...others } = refusals;
      setRefusals(others);
      change(typeDecision(draft, item, field, text));
    },
    change,
    /** Saves, then calls `next`; a save that has to be checked first does not call it. */
    save: (next?: () => void) => {
      then.set(next);
      void machine.save();
    },
    send: () => void machine.send(),
    check: () => {
      then.set(undefined);
      void machine.check();
    },
    back: machine.back,
    discard: () => {
      forget();
      machine.back();
    },
    /** Uses the current record, and the draft after the user's choices. */
    resolve: ({ now, differences }: Conflict, choices: Choices) => {
      if (now) cacheRma(id, now);
      setDraft(applyChoices(draft, differences, choices));
      machine.back();
    },
  };
};

/** The result of `useDecision`. */
export type DecisionState = ReturnType<typeof useDecision>;
