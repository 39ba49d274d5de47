import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Builder } from "#rule-model/builder.ts";
import { putRequest, assignIds, idsByKey, sendable } from "#rule-model/put-request.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { storedIds } from "#rule-model/merge-rules.ts";
import type { Answer, Sending, Version } from "#web/api/call.ts";
import { toSending } from "#web/api/call.ts";
import { ApiError } from "#web/base/api-error.ts";
import {
  type SavePlan,
  type SaveState,
  createSaveMachine,
  isBusy,
} from "#web/editing/save-machine.ts";
import { type ValueStore, createValueStore } from "#web/base/value-store.ts";

type Request = UpdateOrCreateMappingRule;

interface Sent {
  readonly request: Request;
  readonly drafted: Request;
  /** The IDs of equal rules that were known before a rule was sent to be created. */
  readonly twins: readonly number[];
  /** When it was sent, in milliseconds since 1970; missing in one that an earlier version stored. */
  readonly sentAt?: number | undefined;
}

/** The reason why a save was stopped. */
type RuleConflict =
  | { readonly kind: "changed"; readonly theirs: Request }
  /** The rule no longer exists. */
  | { readonly kind: "gone" };

export type RulePhase = SaveState<Sent, RuleConflict>;

/** The state of saving: the version last read, and the phase of saving the changes to it. */
export interface SavingState {
  /** The version that the draft is compared with: as last read or saved; for a new rule, its first state. */
  readonly base: UpdateOrCreateMappingRule;
  /** False until the API has the rule. */
  readonly created: boolean;
  readonly dirty: boolean;
  readonly phase: RulePhase;
}

/** The request that has no answer yet. */
export const unanswered = (phase: RulePhase): Sent | undefined =>
  phase.kind === "sending" || phase.kind === "unknown" ? phase.sent : undefined;

/**
 * Whether leaving needs a question: there are changes, or a new rule may already exist. (A created rule gets its
 * address, which is not leaving, before its phase changes.)
 */
export const isUnsaved = ({ dirty, created, phase }: SavingState): boolean =>
  dirty || (!created && unanswered(phase) !== undefined);

/** The requests of a rule's saving; the screen supplies them, so that tests need no network. */
export interface RuleWire {
  /** Reads the current rule. Rejects with 501 where the upstream cannot read rules. */
  readonly read: (id: number) => Promise<Answer<MappingRule>>;
  readonly send: (
    request: UpdateOrCreateMappingRule,
    sending: Sending,
  ) => Promise<Answer<MappingRule>>;
  /** The rules that this browser knows to be in the API, without a request. */
  readonly listKnown: () => Promise<readonly MappingRule[]>;
  /** Finds a rule of the API that equals one that was sent to be created, and is neither older nor one of its `twins`. */
  readonly findCreated: (
    sent: UpdateOrCreateMappingRule,
    before: Pick<Sent, "twins" | "sentAt">,
  ) => Promise<Answer<MappingRule> | undefined>;
  /** Called with every version that the API accepted. */
  readonly onSaved: (answer: Answer<MappingRule>, created: boolean) => void;
  readonly onRead: (answer: Answer<MappingRule>) => void;
}

/** The saving of one open rule, outside React. */
export interface RuleSaving {
  readonly state: Pick<ValueStore<SavingState>, "get" | "subscribe">;
  readonly review: () => void;
  /** Also used after the user has checked the result of a save themselves. */
  readonly backToEditing: () => void;
  /** Reads the rule again and sends the draft, once, however often it is called. */
  readonly send: () => Promise<void>;
  /** Finds out the result of a save whose answer was lost. */
  readonly check: () => Promise<void>;
  /** Continues after a page was closed before the answer to its save arrived. */
  readonly markUnknown: (
    drafted: UpdateOrCreateMappingRule,
    before: Pick<Sent, "twins" | "sentAt">,
  ) => void;
  /** Makes another version the new base, with the draft as it was merged. */
  readonly resolve: (theirs: UpdateOrCreateMappingRule, merged: UpdateOrCreateMappingRule) => void;
  /** Shows both versions, where the draft is based on another version than the one just read. */
  readonly startConflict: (theirs: UpdateOrCreateMappingRule) => void;
  /** Takes a newer reading of the rule where nothing is changed here; else both versions are shown on saving. */
  readonly refresh: (now: UpdateOrCreateMappingRule) => void;
  /**
   * Replaces the draft by the version last read, as a step that undo reverts. Does nothing during a save: it would be made
   * all the same.
   */
  readonly discard: () => void;
  /** Turns a deleted rule into a new one. */
  readonly saveAsNew: () => void;
}

/** Comparing the whole draft waits for a pause in typing; until then any change counts as unsaved. */
const dirtyCheckMs = 200;

const missingTree = new ApiError("The API sent the rule without its conditions and actions.", {
  status: 502,
  outcome: "unknown",
});

const toRequest = ({ value }: Answer<MappingRule>): UpdateOrCreateMappingRule => {
  const request = toMappingRuleRequest(value);
  if (!request) throw missingTree;
  return request;
};

/** Whether a rule of the API is what a request creates. */
export const isMadeBy = (rule: MappingRule, sent: UpdateOrCreateMappingRule): boolean => {
  const request = toMappingRuleRequest(rule);
  return request !== undefined && sameRule(request, sent);
};

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/**
 * The current rule and its version; without a rule if it is not created yet or the upstream cannot read rules. `known`:
 * the known rules before one is created.
 */
interface Now {
  readonly theirs?: Request | "gone";
  readonly version?: Version;
  readonly known?: readonly MappingRule[];
}

const readNow = async (wire: RuleWire, { base, created }: SavingState): Promise<Now> => {
  if (!created || !base.id) return { known: await wire.listKnown() };
  try {
    const answer = await wire.read(base.id);
    wire.onRead(answer);
    return { theirs: toRequest(answer), version: answer.version };
  } catch (error) {
    if (hasStatus(error, 501)) return {};
    if (hasStatus(error, 404)) return { theirs: "gone" };
    throw error;
  }
};

type RulePlan = SavePlan<Now, Answer<MappingRule>, Sent, RuleConflict>;

/** The plan of an open rule's saving; `accept` takes the API's answer. */
const makePlan = (
  { check, draft, trees }: Builder,
  wire: RuleWire,
  now: () => SavingState,
  accept: (answer: Answer<MappingRule>, drafted: Request) => void,
): RulePlan => ({
  ready: () => true,
  asks: () => true,
  read: () => readNow(wire, now()),
  conflictIn: ({ theirs }) => {
    if (theirs === "gone") return { kind: "gone" };
    return !theirs || sameRule(now().base, theirs) ? undefined : { kind: "changed", theirs };
  },
  send: ({ version, known = [] }, leaves, key) => {
    const drafted = trees.mappingRule();
    const { base, created } = now();
    const request = sendable(drafted, created ? base : undefined);
    const twins = known.filter((rule) => isMadeBy(rule, request)).map(({ id }) => id);
    leaves({ request, drafted, twins, sentAt: Date.now() });
    return wire.send(request, toSending(version, key));
  },
  saved: (answer, { drafted }) => accept(answer, drafted),
  refused: (error, { drafted }) => {
    if (error instanceof ApiError) check.setApiProblems(error.issues, drafted);
  },
  find: async ({ request, drafted, ...before }) => {
    const { base, created } = now();
    const isThere = created && base.id !== undefined && base.id !== null;
    const answer = await (isThere ? wire.read(base.id!) : wire.findCreated(request, before));
    if (!answer) return { kind: "lost" };
    const theirs = toRequest(answer);
    if (sameRule(theirs, request)) return { kind: "saved", answer };
    if (created && sameRule(theirs, base)) return { kind: "lost" };
    // New parts that did arrive are the stored ones, even if they were edited here since.
    assignIds(draft, storedIds(base, drafted, theirs, trees.keyOf));
    return { kind: "conflict", conflict: { kind: "changed", theirs } };
  },
});

/** Starts the saving of an open rule. `created`: the API has the rule, and the builder has it as it was read. */
export const startSaving = (builder: Builder, wire: RuleWire, created: boolean): RuleSaving => {
  const { draft, trees } = builder;
  const store = createValueStore<SavingState>({
    base: trees.mappingRule(),
    created,
    dirty: false,
    phase: { kind: "editing" },
  });
  const put = (change: Partial<SavingState>) => store.set({ ...store.get(), ...change });
  let timer: ReturnType<typeof setTimeout> | undefined;

  const updateDirty = () => {
    clearTimeout(timer);
    const dirty = !sameRule(store.get().base, trees.mappingRule());
    if (dirty !== store.get().dirty) put({ dirty });
  };

  /** The answer is the new base; created parts get their ids, wherever they are now. */
  const accept = (answer: Answer<MappingRule>, drafted: Request) => {
    const saved = toRequest(answer);
    const wasNew = !store.get().created;
    const untouched = trees.mappingRule() === drafted;
    assignIds(draft, idsByKey(drafted, saved, trees.keyOf));
    // The API's version is taken where it differs from the request.
    if (untouched && !sameRule(saved, trees.mappingRule()))
      putRequest(draft, saved, "take the API's version");
    const same = sameRule(saved, trees.mappingRule());
    put({ base: same ? trees.mappingRule() : saved, created: true });
    updateDirty();
    wire.onSaved(answer, wasNew);
  };

  const plan = makePlan(builder, wire, store.get, accept);
  const machine = createSaveMachine(() => plan);
  machine.state.subscribe(() => put({ phase: machine.state.get() }));
  draft.watch(() => {
    if (!store.get().dirty) put({ dirty: true });
    machine.edited();
    clearTimeout(timer);
    timer = setTimeout(updateDirty, dirtyCheckMs);
  });

  return {
    state: store,
    review: () => {
      updateDirty();
      builder.check.revealProblems();
      machine.review();
    },
    backToEditing: machine.back,
    send: machine.send,
    check: machine.check,
    markUnknown: (drafted, before) => {
      const { base, created: there } = store.get();
      const request = sendable(drafted, there ? base : undefined);
      machine.markUnknown({ request, drafted, ...before });
    },
    resolve: (theirs, merged) => {
      putRequest(draft, merged, "merge other changes");
      put({ base: theirs });
      machine.back();
      updateDirty();
    },
    refresh: (now) => {
      updateDirty();
      const { base, dirty, phase } = store.get();
      const older = (now.rule.updatedAt ?? "") < (base.rule.updatedAt ?? "");
      if (dirty || older || phase.kind !== "editing" || sameRule(base, now)) return;
      putRequest(draft, now, "merge other changes");
      put({ base: trees.mappingRule() });
      updateDirty();
    },
    startConflict: (theirs) => machine.startConflict({ kind: "changed", theirs }),
    discard: () => {
      if (isBusy(machine.state.get())) return;
      putRequest(draft, store.get().base, "discard changes");
      machine.back();
      updateDirty();
    },
    saveAsNew: () => {
      put({ created: false, dirty: true });
      machine.back();
      machine.review();
    },
  };
};
