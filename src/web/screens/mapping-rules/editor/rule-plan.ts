import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { editingRules, type MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { type MergeChoices, mergeRules } from "#rule-model/merge-rules.ts";
import { sendable } from "#rule-model/put-request.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import type { Answer } from "#web/api/call.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { proposeRule } from "#web/api/rule-reviews.ts";
import { queryClient } from "#web/api/query-client.ts";
import { notify } from "#web/kit/notify.ts";
import { ApiError } from "#web/base/api-error.ts";
import { whyForbidden } from "#web/base/session.ts";
import { findCreated } from "#web/editing/creation.ts";
import { writeDraft } from "#web/editing/drafts.ts";
import { type Editing, findEditing } from "#web/editing/editing.ts";
import { type Choices, type EditingPlan, type Phase } from "#web/editing/editing-plan.ts";
import { seenRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import {
  createRuleDocument,
  isUnchanged,
  type RuleDocument,
  type RuleDraft,
} from "./rule-document.ts";

type Request = UpdateOrCreateMappingRule;

/** A rule as the API has it; undefined if it has none: a new rule, or one that was deleted. */
type Stored = MappingRule | undefined;

interface RuleRequest {
  readonly body: Request;
  /** The IDs of equal rules that were known before a rule was sent to be created. */
  readonly known: readonly number[];
  /** The note for the editor who reviews it; without one, the rule is saved. */
  readonly proposal?: string;
}

/** An open rule and its save. */
export interface RuleEditing extends Editing<Stored, RuleDraft, RuleRequest> {
  readonly document: RuleDocument;
}

export type RulePhase = Phase<Stored, RuleDraft, RuleRequest>;

type RulePlan = EditingPlan<Stored, RuleDraft, RuleRequest>;

export const draftKeyOf = (id: number): string => `rule.${id}`;

const missingTree = new ApiError("The service sent the rule without its conditions and actions.", {
  status: 502,
  outcome: "unknown",
});

export const toRequest = (rule: MappingRule): Request => {
  const request = toMappingRuleRequest(rule);
  if (!request) throw missingTree;
  return request;
};

/** Whether a rule of the API is what a request creates. */
const isMadeBy = (rule: MappingRule, sent: Request): boolean => {
  const request = toMappingRuleRequest(rule);
  return request !== undefined && sameRule(request, sent);
};

export const toAnswer = <T>(value: T): Answer<T> => ({ value, problems: [], total: undefined });

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

const readRule = async (id: number): Promise<Answer<Stored>> => {
  try {
    const answer = await readMappingRule(id);
    toRequest(answer.value);
    return answer;
  } catch (error) {
    if (hasStatus(error, 404)) return toAnswer(undefined);
    throw error;
  }
};

/** The rules of the API in the cache of this page and in this browser's memory. */
const listKnown = (): readonly MappingRule[] => [
  ...(queryClient.getQueryData(mappingRuleList().queryKey)?.value ?? []),
  // In a browser that stores nothing, only the cache knows a rule that was just created.
  ...queryClient
    .getQueriesData<Answer<MappingRule>>({ queryKey: ["mapping-rules", "detail"] })
    .flatMap(([, answer]) => answer?.value ?? []),
  // The IDs in a file can be those of another account.
  ...(queryClient.getQueryData(seenRules().queryKey) ?? [])
    .filter(({ how }) => how !== "imported")
    .map(({ rule }) => rule),
];

const findRule: NonNullable<RulePlan["find"]> = async ({ request: { body, known }, at }) => {
  const found = await findCreated({
    list: () => queryClient.fetchQuery({ ...mappingRuleList(), staleTime: 0 }),
    equals: (rule) => isMadeBy(rule, body),
    known,
    at,
  });
  return found && toAnswer(found);
};

/** The choices of a conflict, of which a rule has no part of both. */
export const toMergeChoices = (choices: Choices): MergeChoices =>
  new Map(
    Object.entries(choices).flatMap(([name, side]) => (side === "both" ? [] : [[name, side]])),
  );

/** The differences are found part by part where they are shown. */
const changed = [{ field: "rule", label: "The rule", was: "", now: "" }];

export interface RuleOpening {
  /** The name of its draft. */
  readonly key: string;
  /** The rule as it was read last; undefined for a new one. */
  readonly rule: Stored;
  /** The same as a request; for a new rule, its first state. */
  readonly request: Request;
  readonly workflow: Workflow;
  readonly onCreated?: (id: number) => void;
  /** Called when it was sent for review. */
  readonly onProposed?: () => void;
}

/** How a rule is edited and saved. Its problems are shown in the review, which each save asks for. */
export const createRulePlan = (opening: RuleOpening): RulePlan => {
  const { key, rule, request, workflow, onCreated, onProposed } = opening;
  const id = rule?.id;
  const isNew = id === undefined;
  let isProposed = false;
  const open = () => findEditing(key) as unknown as RuleEditing | undefined;
  const keep = ({ value, ...answer }: Answer<Stored>) => {
    if (value && value !== rule) cacheMappingRule({ ...answer, value });
  };
  const read = async (): Promise<Answer<Stored>> => {
    if (isNew) {
      await queryClient.fetchQuery(seenRules());
      return toAnswer(undefined);
    }
    const phase = open()?.state.get().phase;
    const answer = await readRule(id).catch((error: unknown) => {
      // An upstream that reads no rules saves them: changes by others can't be found then.
      if (phase?.kind === "reading" && hasStatus(error, 501)) return toAnswer(rule);
      throw error;
    });
    // New parts that did arrive are the stored ones, even if they were edited here since.
    if (phase?.kind === "unknown" && answer.value)
      open()?.document.recognize(phase.sent.draft.mine, toRequest(answer.value));
    return answer;
  };
  return {
    key,
    get empty() {
      const base = open()?.document.get().base ?? request;
      return { base, mine: base };
    },
    isEmpty: isUnchanged,
    createDocument: (draft) => createRuleDocument({ draft, request, workflow, id }),
    base: () => rule,
    read,
    keep,
    // A newer version is merged by the document.
    rebase: (draft, now) => {
      const theirs = now && toRequest(now);
      if (!theirs || !sameRule(draft.mine, theirs) || sameRule(draft.base, theirs)) return draft;
      return { ...draft, base: theirs, mine: theirs };
    },
    diff: ({ base }, _, now) => (isNew || (now && sameRule(base, toRequest(now))) ? [] : changed),
    merge: ({ base, mine, ...draft }, _, choices, now) => {
      const theirs = now ? toRequest(now) : base;
      const { keyOf } = open()!.document.editor.builder.trees;
      const { rule: merged } = mergeRules(base, mine, theirs, toMergeChoices(choices), keyOf);
      return { ...draft, base: theirs, mine: merged };
    },
    ready: () => whyForbidden(editingRules) === undefined,
    asks: () => true,
    toRequest: ({ base, mine }) => {
      const body = sendable(mine, isNew ? undefined : base);
      const equal = isNew ? listKnown().filter((one) => isMadeBy(one, body)) : [];
      const note = open()?.document.editor.proposal.get();
      const known = equal.map((one) => one.id);
      return { request: { body, known, ...(note !== undefined && { proposal: note }) } };
    },
    send: async ({ body, proposal }, sending, now) => {
      if (proposal !== undefined) {
        await proposeRule({ rule: body, note: proposal }, sending);
        return toAnswer(now);
      }
      const answer = await sendMappingRule(body, sending);
      toRequest(answer.value);
      return answer;
    },
    isSaved: ({ request: sent }, now) => now !== undefined && isMadeBy(now, sent.body),
    ...(isNew && { find: findRule }),
    accept: (answer, { draft, request: sent }) => {
      const { document } = open()!;
      if (sent.proposal !== undefined) {
        // It is with the gateway now, and no draft of this browser any more.
        const base = answer.value ? toRequest(answer.value) : document.get().base;
        if (sameRule(document.get().mine, draft.mine)) document.reset({ base, mine: base });
        isProposed = true;
        return;
      }
      const saved = answer.value;
      if (!saved) return;
      keep(answer);
      document.takeSaved(draft.mine, toRequest(saved));
      const rest = document.get();
      if (!isNew || isUnchanged(rest)) return;
      // What was changed since it was sent is a draft of the rule that it became.
      writeDraft(draftKeyOf(saved.id), "browser", { draft: rest, at: Date.now() });
      document.change({ base: rest.base, mine: rest.base });
    },
    saved: ({ value }) => {
      if (isProposed) {
        isProposed = false;
        return onProposed?.();
      }
      if (!value) return;
      if (isNew) onCreated?.(value.id);
      else notify("Changes saved");
    },
    refused: (error, { draft }) => {
      if (error instanceof ApiError)
        open()?.document.editor.builder.check.setApiProblems(error.issues, draft.mine);
    },
  };
};
