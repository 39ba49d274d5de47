import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/diff/flat-rule.ts";
import { type Builder, createBuilder } from "#rule-model/draft/builder.ts";
import { partsInOrder } from "#rule-model/draft/draft-rule.ts";
import { putRequest } from "#rule-model/draft/put-request.ts";
import { mergeRules } from "#rule-model/merge/merge-rules.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import type { Answer } from "#web/api/call.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { invalidate, queryClient } from "#web/api/query-client.ts";
import { rememberedRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { existedBefore } from "#web/editing/existed-before.ts";
import { formatTimeOfDay } from "#web/base/format.ts";
import { notify } from "#web/kit/notify.ts";
import type { StoredDraft } from "./browser-drafts.ts";
import { isMadeBy, type RuleSaving, type RuleWire, startSaving } from "./rule-saving.ts";
import { rememberVersion } from "./rule-versions.ts";

/** The rules of the API in the cache of this page and in this browser's memory. */
const listKnown = async (): Promise<readonly MappingRule[]> => {
  const seen = await rememberedRules();
  return [
    ...(queryClient.getQueryData(mappingRuleList().queryKey)?.value ?? []),
    // In a browser that stores nothing, only the cache knows a rule that was just created.
    ...queryClient
      .getQueriesData<Answer<MappingRule>>({ queryKey: ["mapping-rules", "detail"] })
      .flatMap(([, answer]) => answer?.value ?? []),
    // The IDs in a file can be those of another account.
    ...seen.filter(({ how }) => how !== "imported").map(({ rule }) => rule),
  ];
};

/** A rule of the API that equals one that was sent, and did not before; the newest of several. */
const findCreated: RuleWire["findCreated"] = async (sent, { twins, sentAt }) => {
  const { value } = await queryClient.fetchQuery({ ...mappingRuleList(), staleTime: 0 });
  const found = value
    .toSorted((one, other) => other.id - one.id)
    .find(
      (rule) => !twins.includes(rule.id) && !existedBefore(rule, sentAt) && isMadeBy(rule, sent),
    );
  return found && { value: found, problems: [], total: undefined };
};

/** The API requests for the saving of one open rule. `onCreated` gets the id of a rule that had none. */
export const ruleWire = (onCreated: (id: number) => void): RuleWire => ({
  read: (id) => readMappingRule(id),
  send: sendMappingRule,
  listKnown,
  findCreated,
  onRead: (answer) => void storeVersion(answer, "read"),
  onSaved: (answer, created) => {
    cacheMappingRule(answer);
    void storeVersion(answer, "saved");
    notify(created ? "Rule created" : "Changes saved");
    if (created) onCreated(answer.value.id);
  },
});

/** Stores a version that the API gave. */
export const storeVersion = async (
  { value }: Parameters<RuleWire["onRead"]>[0],
  how: "read" | "saved",
): Promise<void> => {
  const request = toMappingRuleRequest(value);
  if (!request) return;
  const savedAt = value.updatedAt ?? undefined;
  await rememberVersion(value.id, { request, at: Date.now(), savedAt, how });
  await invalidate({ queryKey: ["mapping-rules", "versions", value.id] });
};

type Request = UpdateOrCreateMappingRule;

/** An open rule: its draft, and its saving. */
export interface OpenRule {
  readonly builder: Builder;
  readonly saving: RuleSaving;
  /** The stored changes that were restored to the draft. */
  readonly restored: { readonly at: number; readonly merged: boolean } | undefined;
}

interface Opening {
  readonly request: UpdateOrCreateMappingRule;
  readonly workflow: Workflow;
  readonly wire: RuleWire;
  /** False for a rule that the API does not have yet. */
  readonly created: boolean;
  readonly kept: StoredDraft | undefined;
}

/** Opens a rule with a stored draft, which is based on an older or the current version. */
const openWithDraft = (
  { request, workflow, wire, created }: Opening,
  { base, mine, at }: StoredDraft,
): OpenRule => {
  const label = `restore the draft of ${formatTimeOfDay(at)}`;
  const merge = created && !sameRule(base, request) ? mergeRules(base, mine, request) : undefined;
  const hasConflicts = merge !== undefined && merge.conflicts.length > 0;
  // With conflicts, the draft stays on its own base until the user has resolved them.
  const builder = createBuilder(hasConflicts ? base : request, workflow);
  const saving = startSaving(builder, wire, created);
  putRequest(builder.draft, merge && !hasConflicts ? merge.rule : mine, label);
  // Undo must not revert changes from before the page was loaded.
  builder.draft.forgetSteps();
  if (hasConflicts) saving.startConflict(request);
  return { builder, saving, restored: { at, merged: merge !== undefined && !hasConflicts } };
};

/** The parts that are not filled in yet: a new rule shows no problems for them. */
const blankKeys = ({ draft }: Builder) =>
  Array.from(partsInOrder(draft))
    .filter(({ kind, data }) =>
      kind === "head"
        ? data.name === ""
        : (kind === "condition" || kind === "action") && data.globalObjectFieldId === 0,
    )
    .map(({ key }) => key);

/**
 * Opens a rule whose page was closed between sending and the answer: nothing is sent again until the result is
 * checked.
 */
const openUnanswered = (
  { workflow, wire, created }: Opening,
  kept: StoredDraft,
  sent: Request,
): OpenRule => {
  const builder = createBuilder(kept.base, workflow);
  const saving = startSaving(builder, wire, created);
  const label = `restore the draft of ${formatTimeOfDay(kept.at)}`;
  putRequest(builder.draft, sent, label);
  const { twins = [], sentAt } = kept;
  saving.markUnknown(builder.trees.mappingRule(), { twins, sentAt });
  if (!sameRule(kept.mine, sent)) putRequest(builder.draft, kept.mine, label);
  builder.draft.forgetSteps();
  return { builder, saving, restored: { at: kept.at, merged: false } };
};

/** The draft of a rule; not that of a new rule which was created meanwhile: sent again, it would be created twice. */
export const keptFor = (kept: StoredDraft | undefined, created: boolean): StoredDraft | undefined =>
  !created && kept?.base.id && !kept.sent ? undefined : kept;

/** Opens a rule, with its unsaved changes from the last time. */
export const openRule = (opening: Opening): OpenRule => {
  const { request, workflow, wire, created } = opening;
  const kept = keptFor(opening.kept, created);
  const saved = kept !== undefined && created && sameRule(kept.mine, request);
  if (kept?.sent && !saved) return openUnanswered(opening, kept, kept.sent);
  if (kept && !sameRule(kept.mine, request)) return openWithDraft(opening, kept);
  const builder = createBuilder(request, workflow);
  if (!created) builder.check.hideProblems(blankKeys(builder));
  return { builder, saving: startSaving(builder, wire, created), restored: undefined };
};
