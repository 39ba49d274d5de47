import { useMemo, useRef, useState } from "react";
import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import { ApiError, mayHaveHappened } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { keepRma, readRma, sendRmaItems } from "#web/api/rmas.ts";
import { useDraft } from "#web/ui/draft.ts";
import { counted } from "#web/ui/format.ts";
import { notify } from "#web/ui/notify.ts";
import type { Choices } from "#web/ui/field-draft.ts";
import { chosen, type Difference, differencesOf, landed } from "./conflict.ts";
import { decisionOf, type RmaDraft } from "./decision.ts";
import { settle, typeInto } from "./draft-changes.ts";
import { type LineField, lineFields } from "./line-fields.ts";

/** Where a decision stands on its way to the API. */
export type Phase =
  | { kind: "editing" }
  | { kind: "confirming" }
  | { kind: "sending" }
  /** Refused or never sent: nothing was changed. */
  | { kind: "failed"; error: unknown }
  /** Sent, and nobody knows what became of it. */
  | { kind: "unknown"; error: unknown; sent: RmaItemUpdate[]; checking: boolean }
  /** Checked: nothing of it arrived. */
  | { kind: "lost" }
  | { kind: "conflict"; now: Answer<Rma>; differences: Difference[] };

const nothingTyped: RmaDraft = {};

/** Refusals by line and field, from issues whose paths count the lines that were sent: `0.approvedQuantity`. */
const refusalsOf = (error: unknown, sent: readonly RmaItemUpdate[]): Record<string, string> => {
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

/**
 * One RMA under decision: the draft, what follows from it, and its way to the API. Before a save the record is read
 * again, so that nothing that changed meanwhile is overwritten unseen; a save is sent once, whatever is clicked.
 */
export const useDecision = (id: number, rma: Rma) => {
  const [kept, keepDraft] = useDraft<RmaDraft>(`rma.${id}`);
  const [phase, setPhase] = useState<Phase>({ kind: "editing" });
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const busy = useRef(false);
  const draft = useMemo(() => settle(kept ?? nothingTyped, rma), [kept, rma]);
  const decision = useMemo(() => decisionOf(rma, draft), [rma, draft]);
  // A draft that was typed over values which are no longer there, found when the screen opens.
  const stale = useMemo(() => differencesOf(rma, rma, draft), [rma, draft]);

  const setDraft = (next: RmaDraft) => keepDraft(Object.keys(next).length === 0 ? undefined : next);
  const sending = phase.kind === "sending";
  const change = (next: RmaDraft) => {
    // What the answer is about to replace takes no more typing, so that nothing typed is lost.
    if (sending) return;
    setDraft(next);
    if (phase.kind === "lost") setPhase({ kind: "editing" });
  };
  const type = (item: RmaItem, field: LineField, text: string) => {
    if (sending) return;
    const { [`${item.id}.${field}`]: _, ...others } = refusals;
    setRefusals(others);
    change(typeInto(draft, item, field, text));
  };
  const saved = (answer: Answer<Rma>, words: string) => {
    keepRma(id, answer);
    setDraft(nothingTyped);
    setRefusals({});
    setPhase({ kind: "editing" });
    notify(words);
  };
  const once = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };

  const send = () =>
    once(async () => {
      const sent = [...decision.changes];
      setPhase({ kind: "sending" });
      try {
        const now = await readRma(id);
        const differences = differencesOf(rma, now.value, draft);
        if (differences.length > 0) return setPhase({ kind: "conflict", now, differences });
        const answer = await sendRmaItems(id, sent);
        saved(
          answer,
          `Saved: ${counted(sent.length, "line")} of ${rma.rmaNumber || `RMA ${id}`}. It is now ${answer.value.rmaStatus}.`,
        );
      } catch (error) {
        setRefusals(refusalsOf(error, sent));
        setPhase(
          mayHaveHappened(error)
            ? { kind: "unknown", error, sent, checking: false }
            : { kind: "failed", error },
        );
      }
    });

  const check = () =>
    once(async () => {
      if (phase.kind !== "unknown") return;
      setPhase({ ...phase, checking: true });
      try {
        const now = await readRma(id);
        const there = landed(phase.sent, now.value);
        if (there === "all") return saved(now, "It had been saved: everything you sent is there.");
        const differences = differencesOf(rma, now.value, draft);
        if (there === "some" || differences.length > 0)
          return setPhase({ kind: "conflict", now, differences });
        keepRma(id, now);
        setPhase({ kind: "lost" });
      } catch (error) {
        setPhase({ ...phase, error, checking: false });
      }
    });

  return {
    draft,
    decision,
    phase:
      phase.kind === "editing" && stale.length > 0
        ? ({ kind: "conflict", now: undefined, differences: stale } as const)
        : phase,
    dirty: decision.changes.length > 0,
    sending,
    refusals,
    type,
    change,
    /** Sends at once, or asks first where the save would close the RMA. */
    save: () => {
      if (busy.current || decision.problems.length > 0 || decision.changes.length === 0) return;
      if (decision.closes) setPhase({ kind: "confirming" });
      else void send();
    },
    send: () => void send(),
    check: () => void check(),
    backToEditing: () => setPhase({ kind: "editing" }),
    discard: () => {
      setDraft(nothingTyped);
      setRefusals({});
      setPhase({ kind: "editing" });
    },
    /** Takes over the record as it is now, with the draft as the person chose. */
    resolve: (differences: readonly Difference[], choices: Choices) => {
      if (phase.kind === "conflict") keepRma(id, phase.now);
      setDraft(chosen(draft, differences, choices));
      setPhase({ kind: "editing" });
    },
  };
};

/** What `useDecision` gives. */
export type DecisionState = ReturnType<typeof useDecision>;
