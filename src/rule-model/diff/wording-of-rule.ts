import { inheritedTypeOf } from "#rules/rule-catalogue.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { wordingOf } from "#rule-model/workflow/workflow.ts";
import type { WordingOf } from "./diff-rules.ts";

export const wordingOfRule =
  (workflow: Workflow): WordingOf =>
  (rule) =>
    wordingOf(workflow, inheritedTypeOf(rule, workflow.catalogue));
