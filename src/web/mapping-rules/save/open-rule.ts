import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import { createBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { partsInOrder } from "#web/mapping-rules/builder/document-order.ts";
import type { Workflow } from "#web/mapping-rules/builder/workflow.ts";
import { putRequest } from "#web/mapping-rules/json/put-request.ts";
import { timeOfDay } from "#web/ui/format.ts";
import type { KeptDraft } from "./draft-place.ts";
import { mergeRules } from "./merge-rules.ts";
import type { RuleSaving, RuleWire } from "./rule-saving.ts";
import { startSaving } from "./rule-saving.ts";
import { sameRule } from "./same-part.ts";

type Request = UpdateOrCreateMappingRule;

/** A rule that is open: its draft, and its way to the API. */
export interface OpenRule {
  readonly builder: Builder;
  readonly saving: RuleSaving;
  /** Changes that were found in this browser and stand in the draft. */
  readonly restored: { readonly at: number; readonly merged: boolean } | undefined;
}

interface Opening {
  readonly request: UpdateOrCreateMappingRule;
  readonly workflow: Workflow;
  readonly wire: RuleWire;
  /** False for a rule that the API does not have yet. */
  readonly created: boolean;
  readonly kept: KeptDraft | undefined;
}

/** What was kept, over the version it was kept over and the one that was read now. */
const withKept = (
  { request, workflow, wire, created }: Opening,
  { base, mine, at }: KeptDraft,
): OpenRule => {
  const label = `restore the draft of ${timeOfDay(at)}`;
  const merge = created && !sameRule(base, request) ? mergeRules(base, mine, request) : undefined;
  const contested = merge !== undefined && merge.conflicts.length > 0;
  // Where a person has to choose, the draft stands over its own version until that is done.
  const builder = createBuilder(contested ? base : request, workflow);
  const saving = startSaving(builder, wire, created);
  putRequest(builder.draft, merge && !contested ? merge.rule : mine, label);
  // Undo must not take away what was typed before the page was loaded.
  builder.draft.forgetSteps();
  if (contested) saving.contest(request);
  return { builder, saving, restored: { at, merged: merge !== undefined && !contested } };
};

/** The parts of a rule that nobody has filled in: a new rule is not scolded for being empty. */
const blankKeys = ({ draft }: Builder) =>
  Array.from(partsInOrder(draft))
    .filter(({ kind, data }) =>
      kind === "head"
        ? data.name === ""
        : (kind === "condition" || kind === "action") && data.globalObjectFieldId === 0,
    )
    .map(({ key }) => key);

/** A page was closed between sending and the answer: nothing is sent again before somebody has selected. */
const inDoubt = (
  { workflow, wire, created }: Opening,
  kept: KeptDraft,
  sent: Request,
): OpenRule => {
  const builder = createBuilder(kept.base, workflow);
  const saving = startSaving(builder, wire, created);
  const label = `restore the draft of ${timeOfDay(kept.at)}`;
  putRequest(builder.draft, sent, label);
  saving.doubt(builder.trees.mappingRule());
  if (!sameRule(kept.mine, sent)) putRequest(builder.draft, kept.mine, label);
  builder.draft.forgetSteps();
  return { builder, saving, restored: { at: kept.at, merged: false } };
};

/** Opens a rule, with what was not saved of it the last time. */
export const openRule = (opening: Opening): OpenRule => {
  const { request, workflow, wire, created, kept } = opening;
  const saved = kept !== undefined && created && sameRule(kept.mine, request);
  if (kept?.sent && !saved) return inDoubt(opening, kept, kept.sent);
  if (kept && !sameRule(kept.mine, request)) return withKept(opening, kept);
  const builder = createBuilder(request, workflow);
  if (!created) builder.check.hideProblems(blankKeys(builder));
  return { builder, saving: startSaving(builder, wire, created), restored: undefined };
};
