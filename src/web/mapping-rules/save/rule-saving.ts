import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Answer } from "#web/api/call.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import { putRequest } from "#web/mapping-rules/json/put-request.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import { assignIds, idsByKey, sendable } from "./assign-ids.ts";
import type { SavePhase } from "./save-phase.ts";
import { isBusy, mayHaveHappened, phaseOfUnread } from "./save-phase.ts";
import { sameRule } from "./same-part.ts";

/** What saving stands on: the version last read, and where the changes over it are. */
export interface SavingState {
  /** The version that the draft is compared with: as last read or saved; for a new rule, what it began as. */
  readonly base: UpdateOrCreateMappingRule;
  /** False until the API has it. */
  readonly created: boolean;
  readonly dirty: boolean;
  readonly phase: SavePhase;
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
  readonly backToEditing: () => void;
  /** Reads the rule again and sends the draft, once, whatever is clicked. */
  readonly send: () => Promise<void>;
  /** Finds out what became of a save whose answer was lost. */
  readonly check: () => Promise<void>;
  /** Goes on where a page was closed before the answer to its save came. */
  readonly doubt: (drafted: UpdateOrCreateMappingRule) => void;
  /** The person has looked for themselves what became of the last save, where the upstream cannot be asked. */
  readonly acknowledge: () => void;
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

const treeless = new ApiError("The answer came without the rule’s tree.", {
  status: 502,
  outcome: "unknown",
});

const closedEarly = new ApiError("the page was closed before it came", {
  status: 504,
  outcome: "unknown",
});

const requestOf = ({ value }: Answer<MappingRule>): UpdateOrCreateMappingRule => {
  const request = toMappingRuleRequest(value);
  if (!request) throw treeless;
  return request;
};

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
  const enter = (phase: SavePhase) => put({ phase });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;

  const settle = () => {
    clearTimeout(timer);
    const dirty = !sameRule(store.get().base, trees.mappingRule());
    if (dirty !== store.get().dirty) put({ dirty });
  };
  const afterEdit = () => {
    const { dirty, phase } = store.get();
    const over = ["failed", "lost", "unread"].includes(phase.kind);
    if (!dirty || over) put({ dirty: true, ...(over ? { phase: { kind: "editing" } } : {}) });
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  draft.watch(afterEdit);

  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    busy = true;
    await work().finally(() => {
      busy = false;
    });
  };

  /** The answer is the new base; parts that were created get their ids, wherever they are now. */
  const accept = (answer: Answer<MappingRule>, drafted: UpdateOrCreateMappingRule) => {
    const saved = requestOf(answer);
    const wasNew = !store.get().created;
    const untouched = trees.mappingRule() === drafted;
    assignIds(draft, idsByKey(drafted, saved, trees.keyOf));
    // What the API wrote otherwise than it was sent is what there is now.
    if (untouched && !sameRule(saved, trees.mappingRule()))
      putRequest(draft, saved, "what the API made of it");
    const same = sameRule(saved, trees.mappingRule());
    put({ base: same ? trees.mappingRule() : saved, created: true, phase: { kind: "editing" } });
    settle();
    wire.onSaved(answer, wasNew);
  };

  /** Whether the way is free: the rule is as the draft knows it, or cannot be asked for. */
  const unchanged = async (): Promise<boolean> => {
    const { base, created: there } = store.get();
    if (!there || !base.id) return true;
    enter({ kind: "reading" });
    try {
      const answer = await wire.read(base.id);
      wire.onRead(answer);
      const now = requestOf(answer);
      if (sameRule(base, now)) return true;
      enter({ kind: "merging", theirs: now });
    } catch (error) {
      const phase = phaseOfUnread(error);
      if (!phase) return true;
      enter(phase);
    }
    return false;
  };

  const send = () =>
    once(async () => {
      if (!(await unchanged())) return;
      const drafted = trees.mappingRule();
      const { base, created: there } = store.get();
      const sent = sendable(drafted, there ? base : undefined);
      enter({ kind: "sending", drafted });
      try {
        accept(await wire.send(sent), drafted);
      } catch (error) {
        if (mayHaveHappened(error))
          return enter({ kind: "unknown", error, sent, drafted, checking: false });
        if (error instanceof ApiError) builder.check.setApiProblems(error.issues, drafted);
        enter({ kind: "failed", error });
      }
    });

  const found = async (sent: UpdateOrCreateMappingRule) => {
    const { base, created: there } = store.get();
    return there && base.id ? wire.read(base.id) : wire.findCreated(sent);
  };

  const check = () =>
    once(async () => {
      const { phase, base, created: there } = store.get();
      if (phase.kind !== "unknown") return;
      enter({ ...phase, checking: true });
      try {
        const answer = await found(phase.sent);
        if (!answer) return enter({ kind: "lost" });
        const now = requestOf(answer);
        if (sameRule(now, phase.sent)) return accept(answer, phase.drafted);
        enter(there && sameRule(now, base) ? { kind: "lost" } : { kind: "merging", theirs: now });
      } catch (error) {
        enter({ ...phase, error, checking: false });
      }
    });

  const discard = () => {
    putRequest(draft, store.get().base, "discard the changes");
    enter({ kind: "editing" });
    settle();
  };

  return {
    state: store,
    review: () => {
      settle();
      builder.check.speak();
      const { phase } = store.get();
      if (!isBusy(phase) && phase.kind !== "unknown" && phase.kind !== "merging")
        enter({ kind: "reviewing" });
    },
    backToEditing: () => {
      if (!isBusy(store.get().phase)) enter({ kind: "editing" });
    },
    send,
    check,
    doubt: (drafted) => {
      const { base, created: there } = store.get();
      const sent = sendable(drafted, there ? base : undefined);
      enter({ kind: "unknown", error: closedEarly, sent, drafted, checking: false });
    },
    acknowledge: () => {
      if (!busy) enter({ kind: "editing" });
    },
    resolve: (theirs, merged) => {
      putRequest(draft, merged, "take over what was changed meanwhile");
      put({ base: theirs, phase: { kind: "editing" } });
      settle();
    },
    refresh: (now) => {
      settle();
      const { base, dirty, phase } = store.get();
      const older = (now.rule.updatedAt ?? "") < (base.rule.updatedAt ?? "");
      if (dirty || older || phase.kind !== "editing" || busy || sameRule(base, now)) return;
      putRequest(draft, now, "take over what was changed meanwhile");
      put({ base: trees.mappingRule() });
      settle();
    },
    contest: (theirs) => enter({ kind: "merging", theirs }),
    discard,
    saveAsNew: () => {
      put({ created: false, dirty: true, phase: { kind: "reviewing" } });
    },
  };
};
