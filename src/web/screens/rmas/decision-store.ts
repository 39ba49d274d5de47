import type { Rma, RmaItem, RmaItemUpdate } from "#contract/rmas.ts";
import { type Answer, type Sending, toSending } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { sendRmaItems } from "#web/api/rma-queues.ts";
import { cacheRma, readRma, rmaDetail } from "#web/api/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import { createValueStore } from "#web/base/value-store.ts";
import type { Choices } from "#web/editing/editing.ts";
import type { Typed } from "#web/editing/field-draft.ts";
import {
  createSaveMachine,
  isAtRest,
  isBusy,
  type SavePlan,
  type SaveState,
} from "#web/editing/save-machine.ts";
import { type DraftFields, openSharedDraft, whenPageHides } from "#web/editing/draft.ts";
import { rmaName } from "#web/records/rma-name.ts";
import {
  applyChoices,
  type Difference,
  findSavedPart,
  followDraft,
  listDifferences,
} from "./conflict.ts";
import {
  calculateDecision,
  type Decision,
  dropUnchanged,
  editsSince,
  type LineField,
  lineFields,
  type RmaDraft,
  typeDecision,
} from "./decision.ts";

/** The RMA changed since it was loaded; without `now`, the draft is older than the record. @public */
export interface Conflict {
  readonly now: Answer<Rma> | undefined;
  readonly differences: readonly Difference[];
}

/** The state of saving a decision. */
export type DecisionSaving = SaveState<RmaItemUpdate[], Conflict>;

/** A draft compared with the record, and the decision that results from it. */
interface DecisionView {
  readonly draft: RmaDraft;
  readonly decision: Decision;
  /** Not empty for a draft that was typed over values that have changed since. */
  readonly stale: readonly Difference[];
}

/** Compares a stored draft with the current record; for `forbidden`, see `calculateDecision`. */
export const viewDecision = (rma: Rma, stored: RmaDraft, forbidden?: string): DecisionView => {
  const draft = dropUnchanged(stored, rma);
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

/** Where an RMA and the draft of its decision are read and written. */
export interface DecisionSource {
  /** The RMA as this browser knows it. */
  readonly record: () => Rma;
  readonly read: () => Promise<Answer<Rma>>;
  /** Sends the changes to the version that was read right before. */
  readonly send: (changes: RmaItemUpdate[], sending: Sending) => Promise<Answer<Rma>>;
  readonly cache: (answer: Answer<Rma>) => void;
  readonly loadDraft: () => RmaDraft;
  readonly storeDraft: (draft: RmaDraft) => void;
}

type DecisionPlan = SavePlan<Answer<Rma>, Answer<Rma>, RmaItemUpdate[], Conflict>;

/** How the decision of a draft is saved. */
const createPlan = (
  { record, read, send, cache }: Omit<DecisionSource, "loadDraft" | "storeDraft">,
  stored: RmaDraft,
  on: Pick<DecisionPlan, "saved"> & Required<Pick<DecisionPlan, "refused">>,
): DecisionPlan => {
  const rma = record();
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
    read,
    conflictIn,
    send: (now, leaves, key) => {
      const sent = [...decision.changes];
      leaves(sent);
      return send(sent, toSending(now.version, key));
    },
    ...on,
    find: async (sent) => {
      const now = await read();
      const there = findSavedPart(sent, now.value);
      if (there === "all") return { kind: "saved", answer: now };
      const conflict = conflictIn(now);
      if (conflict) return { kind: "conflict", conflict };
      if (there === "some") return { kind: "conflict", conflict: { now, differences: [] } };
      cache(now);
      return { kind: "lost" };
    },
  };
};

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

/** A person's unsaved decision about one RMA. @public */
export interface Unsent {
  readonly draft: RmaDraft;
  /** The API's refusals of the last save, by line and field. */
  readonly refusals: Readonly<Record<string, string>>;
  /** The earlier drafts, for undo, the latest last. */
  readonly past: readonly RmaDraft[];
  /** The line and field of the last edit, if it was typed. */
  readonly typedIn: string | undefined;
  /** Whether a save has arrived since the page was opened. */
  readonly saved: boolean;
}

const blank: Unsent = { draft: {}, refusals: {}, past: [], typedIn: undefined, saved: false };

const mostSteps = 100;

/** Adds a step to undo. Edits of one field in a row are one step, so that undo removes a typed word, not its last letter. */
const withStep = (now: Unsent, typedIn?: string): Unsent =>
  typedIn !== undefined && typedIn === now.typedIn
    ? now
    : { ...now, past: [...now.past, now.draft].slice(-mostSteps), typedIn };

/** Called when a save has arrived, with the words for it; `found`: its answer was lost. */
export type OnSaved = (words: string, found: boolean) => void;

/**
 * The decision on one RMA: its draft, with undo, and how it is saved (see `createSaveMachine`). It outlives the screen,
 * so that a save can go on while the person decides another RMA.
 */
export const createDecisionStore = (source: DecisionSource) => {
  const { record, cache } = source;
  const unsent = createValueStore<Unsent>({
    ...blank,
    draft: dropUnchanged(source.loadDraft(), record()),
  });
  let onSaved: OnSaved = () => undefined;
  let sent: RmaDraft = {};
  let screens = 0;
  const set = (next: Unsent) => {
    unsent.set(next);
    source.storeDraft(next.draft);
  };
  const on = {
    saved: (answer: Answer<Rma>, lines: RmaItemUpdate[], found: boolean) => {
      cache(answer);
      const { value } = answer;
      set({ ...blank, draft: editsSince(unsent.get().draft, sent, value), saved: true });
      const count = formatCount(lines.length, "line");
      onSaved(`${rmaName(value)} saved: ${count}. Status: ${value.rmaStatus}`, found);
    },
    refused: (error: unknown, lines: RmaItemUpdate[]) =>
      unsent.set({ ...unsent.get(), refusals: groupRefusals(error, lines) }),
  };
  const send: DecisionSource["send"] = (lines, sending) => {
    sent = unsent.get().draft;
    return source.send(lines, sending);
  };
  const machine = createSaveMachine(() => createPlan({ ...source, send }, unsent.get().draft, on));
  // The draft is locked while a save is under way. What is typed after its response was lost is kept.
  const edit = (next: Unsent) => {
    if (isBusy(machine.state.get())) return;
    set(next);
    // An edit answers a question about closing the RMA: not like this.
    if (machine.state.get().kind === "reviewing") machine.back();
    machine.edited();
  };
  return {
    record,
    unsent: { get: unsent.get, subscribe: unsent.subscribe },
    hasDraft: () => Object.keys(unsent.get().draft).length > 0,
    saving: machine.state,
    /** Called by a screen that shows the decision and how its save ended, until the returned function is called. */
    show: () => {
      screens += 1;
      return () => void (screens -= 1);
    },
    isShown: () => screens > 0,
    change: (draft: RmaDraft) => {
      const now = unsent.get();
      if (draft !== now.draft) edit({ ...withStep(now), draft });
    },
    type: (item: RmaItem, field: LineField, text: string) => {
      const name = `${item.id}.${field}`;
      const now = unsent.get();
      const { [name]: _, ...refusals } = now.refusals;
      const draft = typeDecision(now.draft, item, field, text);
      edit({ ...withStep(now, name), draft, refusals });
    },
    /** Reverses the last change that was not sent. */
    undo: () => {
      const now = unsent.get();
      const draft = now.past.at(-1);
      if (draft) edit({ ...now, draft, past: now.past.slice(0, -1), typedIn: undefined });
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
      set({ ...blank, saved: unsent.get().saved });
      machine.back();
    },
    /** Uses the current record, and the draft after the person's choices. */
    resolve: ({ now, differences }: Conflict, choices: Choices) => {
      if (now) cache(now);
      const draft = dropUnchanged(applyChoices(unsent.get().draft, differences, choices), record());
      set({ ...blank, draft, saved: unsent.get().saved });
      machine.back();
    },
  };
};

/** The result of `createDecisionStore`. */
export type DecisionStore = ReturnType<typeof createDecisionStore>;

const stores = new Map<number, DecisionStore>();
const changes = createValueStore(0);

/** Counts the changes of all drafts and saves, so that a list of them can render again. */
export const decisionChanges: Pick<typeof changes, "get" | "subscribe"> = changes;

/** Warns before the page is closed while a save is in progress: its answer would be lost. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const follow = () => {
  changes.set(changes.get() + 1);
  const busy = [...stores.values()].some(({ saving }) => isBusy(saving.get()));
  if (busy) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
};

/** The fields of a decision's draft by names like `7.note`, with the line's id. */
const draftFields: DraftFields<RmaDraft> = {
  split: (draft) =>
    Object.fromEntries(
      Object.entries(draft).flatMap(([id, line]) =>
        Object.entries(line).map(([field, typed]) => [`${id}.${field}`, typed]),
      ),
    ),
  join: (fields) => {
    const lines: Record<string, Record<string, Typed>> = {};
    for (const [name, typed] of Object.entries(fields)) {
      const [id = "", field = ""] = name.split(".");
      if (typed) lines[id] = { ...lines[id], [field]: typed };
    }
    return lines;
  },
};

const openDecisionStore = (id: number): DecisionStore => {
  const stored = openSharedDraft(`rma.${id}`, "browser", draftFields);
  // The cache drops a record half an hour after the last screen that showed it; a queue is open for longer.
  let last: Rma = { items: [], rmaShipments: [] };
  const store = createDecisionStore({
    record: () => (last = queryClient.getQueryData(rmaDetail(id).queryKey)?.value ?? last),
    read: () => readRma(id),
    send: (lines, sending) => sendRmaItems(id, lines, sending),
    cache: (answer) => cacheRma(id, answer),
    loadDraft: () => stored.opened,
    storeDraft: stored.store,
  });
  store.unsent.subscribe(follow);
  store.saving.subscribe(follow);
  // Another tab may have replaced, saved or discarded its own decision on the same RMA.
  whenPageHides(() => stored.keep(stored.isTypedHere));
  return store;
};

/** The decision on an RMA, which is in the cache. */
export const getDecisionStore = (id: number): DecisionStore => {
  const store = stores.get(id) ?? openDecisionStore(id);
  stores.set(id, store);
  return store;
};
