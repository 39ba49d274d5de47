import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { type ImportedRules, importRules } from "./import-rules.ts";
import { isJsonObject } from "#rule-model/clipboard/read-tree.ts";
import { type Workflow, type WorkflowSource, workflowOf } from "#rule-model/workflow/workflow.ts";
import { collectWorkflow, mergeWorkflows } from "#rule-model/workflow/collect-workflow.ts";

/** The content of a file, and the workflow that its rules are described with. */
export interface RuleFileRead {
  readonly read: ImportedRules;
  readonly workflow: Workflow;
  /** Its rules in the API's answer format, where the file has them so. */
  readonly answered: readonly MappingRule[];
}

/** The rules of a file as answers; an invalid entry is skipped alone. */
const answersIn = (json: unknown): MappingRule[] =>
  (Array.isArray(json) ? json : [json]).flatMap((entry: unknown) => {
    try {
      return isJsonObject(entry) && "rule" in entry ? [readAnswer(MappingRule, entry).value] : [];
    } catch {
      return [];
    }
  });

/** The rules of an exported file without the names beside them. */
const withoutNames = (json: unknown): unknown =>
  isJsonObject(json) && Array.isArray(json["rules"]) ? json["rules"] : json;

/**
 * Reads a file of rules. Where no catalogue is known, names cannot be resolved: then the ids of the file are taken as
 * ids of this upstream, and the records inside its rules supply the names.
 */
export const readRuleFile = (
  text: string,
  { workflow, source }: { readonly workflow: Workflow; readonly source: WorkflowSource },
): RuleFileRead => {
  const read = importRules(text, workflow, { keepIds: true });
  if (source.kind !== "rules" || "why" in read) return { read, workflow, answered: [] };
  const rules = withoutNames(JSON.parse(text) as unknown);
  const answered = answersIn(rules);
  const joined = workflowOf(
    mergeWorkflows(workflow.metaData, collectWorkflow(answered)),
    workflow.mappingSetNames,
  );
  return {
    read: importRules(JSON.stringify(rules), joined, { keepIds: true }),
    workflow: joined,
    answered,
  };
};
