import type { MappingRule } from "#contract/mapping-rules.ts";
import type { WorkflowState } from "./builder/workflow-source.ts";

/** The content of an exported file. */
export const exportedRules = (rules: readonly MappingRule[], _workflow: WorkflowState): unknown =>
  rules;
