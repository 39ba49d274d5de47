import { createContext, useContext, useSyncExternalStore } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { inheritedTypeOf } from "#rules/rule-catalogue.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { KeyedStore } from "#web/ui/keyed-store.ts";
import { createKeyedStore, useKeyed } from "#web/ui/keyed-store.ts";
import type { DraftTrees } from "./draft-rule.ts";
import { createDraftTrees, partsOfMappingRule } from "./draft-rule.ts";
import type { DraftStore, HistoryState } from "./draft-store.ts";
import { createDraftStore } from "./draft-store.ts";
import type { Part, PartKey, PartKind } from "./part.ts";
import { headKey } from "./part.ts";
import type { PartProblem } from "./part-problem.ts";
import type { ProblemCheck } from "./part-problems.ts";
import { startProblemCheck } from "./part-problems.ts";
import type { PartPreview } from "./part-preview.ts";
import type { ViewStore } from "./view-store.ts";
import { createViewStore } from "./view-store.ts";
import type { Workflow } from "./workflow.ts";
import { wordingOf } from "./workflow.ts";

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

export const BuilderContext = createContext<Builder | undefined>(undefined);

export const useBuilder = (): Builder => {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("There is no rule open around this component.");
  return builder;
};

/** One part of the rule; undefined once it is deleted. */
export const usePart = <K extends PartKind>(key: PartKey, kind: K): Part<K> | undefined => {
  const part = useKeyed(useBuilder().draft, key);
  return part?.kind === kind ? (part as Part<K>) : undefined;
};

/** The next undo and redo. Renders on every keystroke; `useHistoryOf` renders less often. */
export const useHistory = (): HistoryState => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, draft.history);
};

/** One value of the history; the component renders again only when that value changes. */
export const useHistoryOf = <T extends string | number | undefined>(
  read: (history: HistoryState) => T,
): T => {
  const { draft } = useBuilder();
  return useSyncExternalStore(draft.subscribeHistory, () => read(draft.history()));
};
