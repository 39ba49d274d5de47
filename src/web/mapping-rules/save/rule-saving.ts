import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Answer } from "#web/api/call.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import { putRequest } from "#web/mapping-rules/json/put-request.ts";
import { createSaveMachine, type SavePlan, type SaveState } from "#web/ui/save-machine.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import { assignIds, idsByKey, sendable } from "./assign-ids.ts";
import { sameRule } from "./same-part.ts";

type Request = UpdateOrCreateMappingRule;

/** The request, and the draft it was made from. */
interface Sent {
  readonly request: Request;
  readonly drafted: Request;
}

/** What stopped a save. */
export type RuleConflict =
  | { readonly kind: "changed"; readonly theirs: Request }
  /** The rule no longer exists. */
  | { readonly kind: "gone" };

export type RulePhase = SaveState<Sent, RuleConflict>;

/** What saving stands on: the version last read, and where the changes over it are. */
export interface SavingState {
  /** The version that the draft is compared with: as last read or saved; for a new rule, what it began as. */
  readonly base: UpdateOrCreateMappingRule;
  /** False until the API has it. */
  readonly created: boolean;
  readonly dirty: boolean;
  readonly phase: RulePhase;
}

/** How a rule's saving reaches the API; given by the screen, so that tests need none. */
export interface RuleWire {
  /** The rule as it is now. Fails with 501 where the upstream reads no rules. */
  readonly read: (id: number) => Promise<Answer<MappingRule>>;
  readonly send: (request: UpdateOrCreateMappingRule) => Promise<Answer<MappingRule>>;
  /** A rule of the API that says the same as one that was sent to be created. */
  readonly findCreated: (
    sent: UpdateOrCreateMappingRule,
  ) => Promise<Answer<MappingRule> | undefined>;
  /** Told of every version that the API gave or took. */
  readonly onSaved: (answer: Answer<MappingRule>, created: boolean) => void;
  readonly onRead: (answer: Answer<MappingRule>) => void;
}

/** The saving of one open rule, outside React. */
export interface RuleSaving {
  readonly state: Pick<ValueStore<SavingState>, "get" | "subscribe">;
  readonly review: () => void;
  /** Also used after the person has checked the result of a save themselves. */
  readonly backToEditing: () => void;
  /** Reads the rule again and sends the draft, once, whatever is clicked. */
  readonly send: () => Promise<void>;
  /** Finds out the result of a save whose answer was lost. */
  readonly check: () => Promise<void>;
  /** Goes on where a page was closed before the answer to its save came. */
  readonly doubt: (drafted: UpdateOrCreateMappingRule) => void;
  /** Takes over another version as the one to save over, with the draft as it was merged. */
  readonly resolve: (theirs: UpdateOrCreateMappingRule, merged: UpdateOrCreateMappingRule) => void;
  /** Shows both, where a draft was made over another version than the one that was read now. */
  readonly contest: (theirs: UpdateOrCreateMappingRule) => void;
  /** A newer reading of the rule: taken over where nothing is changed here; else both are shown when it is saved. */
  readonly refresh: (now: UpdateOrCreateMappingRule) => void;
  /** Puts the version last read in the place of the draft, as a step that undo takes back. */
  readonly discard: () => void;
  /** Makes a new rule of one that is gone. */
  readonly saveAsNew: () => void;
}

/** Comparing the whole draft waits until typing pauses; until then a change counts as one. */
const settleMs = 200;

const treeless = new ApiError("The API sent the rule without its conditions and actions.", {
  status: 502,
  outcome: "unknown",
});

const requestOf = ({ value }: Answer<MappingRule>): UpdateOrCreateMappingRule => {
  const request = toMappingRuleRequest(value);
  if (!request) throw treeless;
  return request;
};

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/** The current rule; undefined if it is not created yet or the upstream cannot read rules. */
const readNow = async (
  wire: RuleWire,
  { base, created }: SavingState,
): Promise<Request | "gone" | undefined> => {
  if (!created || !base.id) return undefined;
  try {
    const answer = await wire.read(base.id);
    wire.onRead(answer);
    return requestOf(answer);
  } catch (error) {
    if (hasStatus(error, 501)) return undefined;
    if (hasStatus(error, 404)) return "gone";
    throw error;
  }
};

type RulePlan = SavePlan<Request | "gone" | undefined, Answer<MappingRule>, Sent, RuleConflict>;

/** How an open rule is saved; `accept` takes the API's answer. */
const planOf = (
  { check, trees }: Builder,
  wire: RuleWire,
  now: () => SavingState,
  accept: (answer: Answer<MappingRule>, drafted: Request) => void,
): RulePlan => ({
  ready: () => true,
  asks: () => true,
  read: () => readNow(wire, now()),
  conflictIn: (theirs) => {
    if (theirs === "gone") return { kind: "gone" };
    return !theirs || sameRule(now().base, theirs) ? undefined : { kind: "changed", theirs };
  },
  send: (_, leaves) => {
    const drafted = trees.mappingRule();
    const { base, created } = now();
    const request = sendable(drafted, created ? base : undefined);
    leaves({ request, drafted });
    return wire.send(request);
  },
  saved: (answer, { drafted }) => accept(answer, drafted),
  refused: (error, { drafted }) => {
    if (error instanceof ApiError) check.setApiProblems(error.issues, drafted);
  },
  find: async ({ request }) => {
    const { base, created } = now();
    const isThere = created && base.id !== undefined && base.id !== null;
    const answer = await (isThere ? wire.read(base.id!) : wire.findCreated(request));
    if (!answer) return { kind: "lost" };
    const theirs = requestOf(answer);
    if (sameRule(theirs, request)) return { kind: "saved", answer };
    return created && sameRule(theirs, base)
      ? { kind: "lost" }
      : { kind: "conflict", conflict: { kind: "changed", theirs } };
  },
});

/** Starts the saving of an open rule. `created`: the API has it, and the builder holds it as it was read. */
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

  const settle = () => {
    clearTimeout(timer);
    const dirty = !sameRule(store.get().base, trees.mappingRule());
    if (dirty !== store.get().dirty) put({ dirty });
  };

  /** The answer is the new base; parts that were created get their ids, wherever they are now. */
  const accept = (answer: Answer<MappingRule>, drafted: Request) => {
    const saved = requestOf(answer);
    const wasNew = !store.get().created;
    const untouched = trees.mappingRule() === drafted;
    assignIds(draft, idsByKey(drafted, saved, trees.keyOf));
    // What the API wrote otherwise than it was sent is what there is now.
    if (untouched && !sameRule(saved, trees.mappingRule()))
      putRequest(draft, saved, "take the API's version");
    const same = sameRule(saved, trees.mappingRule());
    put({ base: same ? trees.mappingRule() : saved, created: true });
    settle();
    wire.onSaved(answer, wasNew);
  };

  const plan = planOf(builder, wire, store.get, accept);
  const machine = createSaveMachine(() => plan);
  machine.state.subscribe(() => put({ phase: machine.state.get() }));
  draft.watch(() => {
    if (!store.get().dirty) put({ dirty: true });
    machine.edited();
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  });

  return {
    state: store,
    review: () => {
      settle();
      builder.check.revealProblems();
      machine.review();
    },
    backToEditing: machine.back,
    send: machine.send,
    check: machine.check,
    doubt: (drafted) => {
      const { base, created: there } = store.get();
      machine.doubt({ request: sendable(drafted, there ? base : undefined), drafted });
    },
    resolve: (theirs, merged) => {
      putRequest(draft, merged, "merge other changes");
      put({ base: theirs });
      machine.back();
      settle();
    },
    refresh: (now) => {
      settle();
      const { base, dirty, phase } = store.get();
      const older = (now.rule.updatedAt ?? "") < (base.rule.updatedAt ?? "");
      if (dirty || older || phase.kind !== "editing" || sameRule(base, now)) return;
      putRequest(draft, now, "merge other changes");
      put({ base: trees.mappingRule() });
      settle();
    },
    contest: (theirs) => machine.contest({ kind: "changed", theirs }),
    discard: () => {
      putRequest(draft, store.get().base, "discard changes");
      machine.back();
      settle();
    },
    saveAsNew: () => {
      put({ created: false, dirty: true });
      machine.back();
      machine.review();
    },
  };
};
