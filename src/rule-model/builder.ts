import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { memoized } from "#rules/lazily.ts";
import type { Wording } from "#rules/describe-operands.ts";
import type { PartProblem } from "./problem.ts";
import type { ProblemCheck } from "./part-problems.ts";
import { startProblemCheck } from "./part-problems.ts";
import type { Workflow } from "./workflow.ts";
import { createWording } from "./workflow.ts";
import type { KeyedStore } from "./draft-store.ts";
import { createKeyedStore } from "./draft-store.ts";
import { keepTypeInferred } from "./infer-type.ts";
import type { PartFailure, PartFinding, PartKey, PartPreview } from "./part.ts";
import { headKey } from "./part.ts";
import type { DraftTrees } from "./draft-rule.ts";
import { createDraftTrees, toParts } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { createDraftStore } from "./draft-store.ts";

/** The state of a part on the screen, which is not saved. */
interface PartView {
  /** The one row that Tab reaches; arrows move it. */
  readonly active?: true;
  /** Its controls are shown instead of its sentence. */
  readonly editing?: true;
  readonly collapsed?: true;
  /** The search finds it. */
  readonly found?: true;
}

/** The focus and the open row. One row is active, at most one is edited. */
interface ViewStore extends Pick<
  KeyedStore<PartKey, PartView>,
  "get" | "keys" | "subscribe" | "watch"
> {
  readonly active: () => PartKey | undefined;
  readonly editing: () => PartKey | undefined;
  readonly activate: (key: PartKey | undefined) => void;
  /** Opens a row for editing, which makes it active too; undefined closes the open one. */
  readonly edit: (key: PartKey | undefined) => void;
  readonly collapse: (keys: Iterable<PartKey>, collapsed: boolean) => void;
  /** Marks exactly these rows as found. */
  readonly find: (keys: Iterable<PartKey>) => void;
}

const createViewStore = (): ViewStore => {
  const views = createKeyedStore<PartKey, PartView>();
  const mark = (key: PartKey, name: keyof PartView, on: boolean) => {
    const { [name]: before, ...others } = views.get(key) ?? {};
    if ((before ?? false) === on) return;
    const next: PartView = on ? { ...others, [name]: true } : others;
    views.set(key, Object.keys(next).length === 0 ? undefined : next);
  };
  const marked = (name: keyof PartView) =>
    [...views.keys()].filter((key) => views.get(key)?.[name]);
  let active: PartKey | undefined;
  let editing: PartKey | undefined;
  const activate = (key: PartKey | undefined) => {
    if (active !== undefined && active !== key) mark(active, "active", false);
    active = key;
    if (key !== undefined) mark(key, "active", true);
  };
  return {
    ...views,
    active: () => active,
    editing: () => editing,
    activate,
    edit: (key) => {
      const before = editing;
      editing = key;
      if (before !== undefined && before !== key) mark(before, "editing", false);
      if (key === undefined) return;
      mark(key, "editing", true);
      activate(key);
    },
    collapse: (keys, collapsed) => {
      for (const key of keys) mark(key, "collapsed", collapsed);
    },
    find: (keys) => {
      const wanted = new Set(keys);
      for (const key of marked("found")) if (!wanted.has(key)) mark(key, "found", false);
      for (const key of wanted) mark(key, "found", true);
    },
  };
};

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
  /** What the analysis of the rule finds, by part. */
  readonly findings: KeyedStore<PartKey, readonly PartFinding[]>;
  /** The tests of the rule that fail, by the part to blame. */
  readonly failures: KeyedStore<PartKey, readonly PartFailure[]>;
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
  const draft = createDraftStore(toParts(request), Date.now, keepTypeInferred(workflow));
  const wordingOf = memoized((globalDataTypeId: number | undefined) =>
    createWording(workflow, findInheritedType({ globalDataTypeId }, workflow.catalogue)),
  );
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
    findings: createKeyedStore(),
    failures: createKeyedStore(),
    wording: () => wordingOf(draft.part(headKey, "head")?.data.globalDataTypeId),
  };
};
