import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer, Sending } from "#web/api/call.ts";
import { toSending } from "#web/api/sending.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { isAtRest, type SavePlan, type SaveState } from "#web/editing/save-machine.ts";
import { type Difference, followDraft, listDifferences, findSavedPart } from "./conflict.ts";
import { calculateDecision, type Decision, type RmaDraft } from "./decision.ts";
import { settle } from "./draft-changes.ts";
import { lineFields } from "./line-fields.ts";

/** The RMA changed since it was loaded; without `now`, the draft is older than the record. */
export interface Conflict {
  readonly now: Answer<Rma> | undefined;
  readonly differences: readonly Difference[];
}

/** The state of saving a decision. */
export type DecisionSaving = SaveState<RmaItemUpdate[], Conflict>;

/** A draft compared with the record, and the decision that results from it. */
export interface DecisionView {
  readonly draft: RmaDraft;
  readonly decision: Decision;
  /** Not empty for a draft that was typed over values that have changed since. */
  readonly stale: readonly Difference[];
}

/** Compares a stored draft with the current record; for `forbidden`, see `calculateDecision`. */
export const viewDecision = (rma: Rma, stored: RmaDraft, forbidden?: string): DecisionView => {
  const draft = settle(stored, rma);
  return {
    draft,
    decision: calculateDecision(rma, draft, forbidden),
    stale: listDifferences(rma, rma, draft),
  };
};

/** The state of a save, or its conflict with the values as they are typed now, or of a draft that is older than the RMA. */
export const viewSaving = (
  state: DecisionSaving,
  draft: RmaDraft,
  stale: DecisionView["stale"],
): DecisionSaving => {
  if (state.kind === "conflict") {
    const { now, differences } = state.conflict;
    return { ...state, conflict: { now, differences: followDraft(differences, draft) } };
  }
  return isAtRest(state) && stale.length > 0
    ? { kind: "conflict", conflict: { now: undefined, differences: stale } }
    : state;
};

/** Refusals by line and field. The paths of the issues contain the index of the sent line: `0.approvedQuantity`. */
export const groupRefusals = (
  error: unknown,
  sent: readonly RmaItemUpdate[],
): Record<string, string> => {
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

/** Reads and writes one RMA. */
export interface RmaPorts {
  /** The RMA as this browser knows it. */
  readonly record: () => Rma;
  readonly read: () => Promise<Answer<Rma>>;
  /** Sends the changes to the version that was read right before. */
  readonly send: (changes: RmaItemUpdate[], sending: Sending) => Promise<Answer<Rma>>;
  readonly cache: (answer: Answer<Rma>) => void;
}

type DecisionPlan = SavePlan<Answer<Rma>, Answer<Rma>, RmaItemUpdate[], Conflict>;

/** How the decision of a draft is saved. */
export const createDecisionPlan = (
  ports: RmaPorts,
  stored: RmaDraft,
  on: Pick<DecisionPlan, "saved"> & Required<Pick<DecisionPlan, "refused">>,
): DecisionPlan => {
  const rma = ports.record();
  const { draft, decision, stale } = viewDecision(rma, stored);
  const conflictIn = (now: Answer<Rma>) => {
    const differences = listDifferences(rma, now.value, draft);
    return differences.length > 0 ? { now, differences } : undefined;
  };
  return {
    place: { title: rmaName(rma), path: `/rmas/${rma.id}` },
    ready: () =>
      decision.problems.length === 0 && decision.changes.length > 0 && stale.length === 0,
    hasChanges: () => decision.changes.length > 0,
    // A save that closes the RMA cannot be undone, and an unusual credit may be a slip.
    asks: () => decision.asks,
    read: ports.read,
    conflictIn,
    send: (now, leaves, key) => {
      const sent = [...decision.changes];
      leaves(sent);
      return ports.send(sent, toSending(now.version, key));
    },
    ...on,
    find: async (sent) => {
      const now = await ports.read();
      const there = findSavedPart(sent, now.value);
      if (there === "all") return { kind: "saved", answer: now };
      const conflict = conflictIn(now);
      if (conflict) return { kind: "conflict", conflict };
      if (there === "some") return { kind: "conflict", conflict: { now, differences: [] } };
      ports.cache(now);
      return { kind: "lost" };
    },
  };
};
