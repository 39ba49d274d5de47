import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { inheritedTypeOf } from "#rules/rule-catalogue.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { PartProblem } from "#rule-model/check/part-problem.ts";
import type { ProblemCheck } from "#rule-model/check/part-problems.ts";
import { startProblemCheck } from "#rule-model/check/part-problems.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { wordingOf } from "#rule-model/workflow/workflow.ts";
import type { DraftTrees } from "./draft-rule.ts";
import { createDraftTrees, partsOfMappingRule } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { createDraftStore } from "./draft-store.ts";
import type { KeyedStore } from "./keyed-store.ts";
import { createKeyedStore } from "./keyed-store.ts";
import type { PartKey } from "./part.ts";
import { headKey } from "./part.ts";
import type { PartPreview } from "./part-preview.ts";
import type { ViewStore } from "./view-store.ts";
import { createViewStore } from "./view-store.ts";

/**
 * Everything one open rule has, outside React. Created once for each rule; components subscribe to the parts they
 * show.
 */
export interface Builder {
  readonly workflow: Workflow;
  readonly draft: DraftStore;
  readonly trees: DraftTrees;
  readonly view: ViewStore;
  readonly problems: KeyedStore<PartKey, readonly PartProblem[]>;
  /** Updates `problems` after every edit. */
  readonly check: ProblemCheck;
  readonly preview: KeyedStore<PartKey, PartPreview>;
  /**
   * The wording of this rule's sentences; another object when the rule's data type changes (before the rule is
   * created).
   */
  readonly wording: () => Wording;
}

/** Reveals the problems of a new row once the row has been left. */
const revealWhenLeft = (view: ViewStore, check: ProblemCheck): void => {
  let edited: PartKey | undefined;
  view.watch(() => {
    const now = view.editing();
    if (now === edited) return;
    if (edited !== undefined) check.revealProblems([edited]);
    edited = now;
  });
};

export const createBuilder = (request: UpdateOrCreateMappingRule, workflow: Workflow): Builder => {
  const draft = createDraftStore(partsOfMappingRule(request));
  const wordings = new Map<number | undefined, Wording>();
  const wording = () => {
    const head = draft.part(headKey, "head")?.data;
    const made =
      wordings.get(head?.globalDataTypeId) ??
      wordingOf(workflow, head && inheritedTypeOf(head, workflow.catalogue));
    wordings.set(head?.globalDataTypeId, made);
    return made;
  };
  const trees = createDraftTrees(draft);
  const problems: Builder["problems"] = createKeyedStore();
  const check = startProblemCheck({ workflow, draft, trees, problems });
  const view = createViewStore();
  revealWhenLeft(view, check);
  return {
    workflow,
    draft,
    trees,
    view,
    problems,
    check,
    preview: createKeyedStore(),
    wording,
  };
};
