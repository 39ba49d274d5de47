import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { PortableNames } from "#rule-model/clipboard/portable-names.ts";
import { namesUsed } from "#rule-model/clipboard/portable-names.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";

/*
 * Mapping rules as a file: for backup, and for another workflow, whose ids differ. The file holds the names of
 * everything the rules refer to.
 */

/** Marks a file of rules, to distinguish it from other JSON. */
export const fileMarker = "mapping-rules";
export const fileVersion = 1;

/** The content of a file of rules. */
export interface RuleFile {
  readonly supercargo: typeof fileMarker;
  readonly version: typeof fileVersion;
  readonly names: PortableNames;
  readonly rules: readonly UpdateOrCreateMappingRule[];
}

/** Rules as the content of a file. */
const ruleFile = (rules: readonly UpdateOrCreateMappingRule[], workflow: Workflow): RuleFile => ({
  supercargo: fileMarker,
  version: fileVersion,
  names: namesUsed(
    rules.map((tree) => ({ kind: "head", tree })),
    workflow,
  ),
  rules,
});

/** Rules as the text of a file. */
export const exportRules = (
  rules: readonly UpdateOrCreateMappingRule[],
  workflow: Workflow,
): string => JSON.stringify(ruleFile(rules, workflow), null, 2);
