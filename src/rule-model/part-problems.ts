import type { Issue } from "#contract/errors.ts";
import type { PartKey, Part } from "./part.ts";
import { listChildKeys, childrenIn, headKey, rootKey } from "./part.ts";
import type { KeyedStore } from "./draft-store.ts";
import { createKeyedStore } from "./draft-store.ts";
import type { DraftTrees } from "./draft-rule.ts";
import { keysInOrder, savedName } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import type { Workflow } from "./workflow.ts";
import type { PartProblem } from "./problem.ts";
import { apiProblemsByPart, problem } from "./problem.ts";
import type { CheckScope } from "./check-parts.ts";
import { checkGroup, checkHead, checkNesting, checkRule } from "./check-parts.ts";
import { checkAction, checkCondition } from "./check-parts.ts";

/** Finds equal parts, updated part by part: the cost does not grow with the rule. */
interface PartTally {
  /**
   * Sets a part's value (undefined: not counted) and returns the other parts that became unique or stopped being so.
   */
  readonly put: (key: PartKey, value: string | undefined) => readonly PartKey[];
  readonly isShared: (key: PartKey) => boolean;
}

const createPartTally = (): PartTally => {
  const valueByKey = new Map<PartKey, string>();
  const keysBy = new Map<string, Set<PartKey>>();
  const leave = (key: PartKey, value: string): readonly PartKey[] => {
    const keys = keysBy.get(value);
    keys?.delete(key);
    if (keys?.size === 0) keysBy.delete(value);
    valueByKey.delete(key);
    return keys?.size === 1 ? [...keys] : [];
  };
  const join = (key: PartKey, value: string): readonly PartKey[] => {
    const keys = keysBy.get(value) ?? new Set();
    keysBy.set(value, keys.add(key));
    valueByKey.set(key, value);
    return keys.size === 2 ? [...keys].filter((other) => other !== key) : [];
  };
  return {
    put: (key, value) => {
      const before = valueByKey.get(key);
      if (before === value) return [];
      const left = before === undefined ? [] : leave(key, before);
      return value === undefined ? left : [...left, ...join(key, value)];
    },
    isShared: (key) => (keysBy.get(valueByKey.get(key) ?? "")?.size ?? 0) > 1,
  };
};

/** The number of problems of all parts. */
interface ProblemTotals {
  readonly errors: number;
  readonly warnings: number;
}

/** The check of an open rule, which updates `builder.problems` after every edit. */
export interface ProblemCheck {
  readonly totals: {
    readonly get: () => ProblemTotals;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** The parts that have problems, in the order of the screen; with `kind`, only those with problems of that kind. */
  readonly keysInOrder: (kind?: PartProblem["kind"]) => readonly PartKey[];
  /**
   * Puts the API's refusal beside the parts it names. `sent` is the tree that was sent; a part's refusal goes when it
   * is edited.
   */
  readonly setApiProblems: (issues: readonly Issue[], sent?: object) => void;
  /** Hides the problems of new parts until they are revealed, since the user has not filled the parts in yet. */
  readonly hideProblems: (keys: Iterable<PartKey>) => void;
  /** Adds parts whose problems are hidden from the start, which is one check instead of two. */
  readonly addHidden: <T>(add: () => T) => T;
  /** Reveals hidden problems, of these parts or of all. */
  readonly revealProblems: (keys?: Iterable<PartKey>) => void;
  readonly stop: () => void;
}

/** The open rule that a check reads. */
interface CheckedRule {
  readonly workflow: Workflow;
  readonly draft: DraftStore;
  readonly trees: DraftTrees;
  readonly problems: KeyedStore<PartKey, readonly PartProblem[]>;
}

const none: readonly PartProblem[] = [];
const noProblems: ProblemTotals = { errors: 0, warnings: 0 };

const findProblems = (scope: CheckScope, part: Part): readonly PartProblem[] => {
  const own = {
    head: () => checkHead(scope, part as Part<"head">),
    rule: () => checkRule(scope, part as Part<"rule">),
    group: () => checkGroup(scope, part as Part<"group">),
    condition: () => checkCondition(scope, part as Part<"condition">),
    action: () => checkAction(scope, part as Part<"action">),
  }[part.kind]();
  return [...own, ...checkNesting(scope, part)];
};

const sameProblems = (one: readonly PartProblem[], other: readonly PartProblem[]): boolean =>
  one.length === other.length &&
  one.every((item, at) => {
    const { message, field, kind, from } = other[at] ?? item;
    return (
      item.message === message && item.field === field && item.kind === kind && item.from === from
    );
  });

/** A key that equal conditions without others inside them share; of two equal ones in a list, one is redundant. */
const conditionKey = (part: Part | undefined): string | undefined => {
  if (part?.kind !== "condition" || childrenIn(part, "childConditions").length > 0)
    return undefined;
  const { data } = part;
  if (!data.globalObjectFieldId || !data.workflowDataTypeComparatorId) return undefined;
  // Null, false and absent mean the same.
  return JSON.stringify([
    part.parent,
    data.globalObjectFieldId,
    data.workflowDataTypeComparatorId,
    data.preModifierDataTypeComparatorId || 0,
    data.condition || "",
    data.condition2 || "",
    data.condition3 || "",
    data.condition4 || "",
    data.fieldArrayMustMatchAll || false,
    data.conditionArrayMustMatchAll || false,
  ]);
};

const count = (problems: readonly PartProblem[], kind: PartProblem["kind"]): number =>
  problems.reduce((sum, one) => sum + (one.kind === kind ? 1 : 0), 0);

export const startProblemCheck = ({
  workflow,
  draft,
  trees,
  problems,
}: CheckedRule): ProblemCheck => {
  const scope: CheckScope = { workflow, draft };
  const totals = createKeyedStore<"rule", ProblemTotals>();
  let [errors, warnings] = [0, 0];
  let fromApi: ReadonlyMap<PartKey, readonly PartProblem[]> = new Map();
  const [equalConditions, identities] = [createPartTally(), createPartTally()];
  /** The parent of each part when it was last checked, and the head's data then. */
  const parents = new Map<PartKey, PartKey | undefined>();
  let head = draft.part(headKey, "head")?.data;
  const hidden = new Set<PartKey>();
  let size = draft.size();
  let hidesAdded = false;

  const sharedProblems = (key: PartKey): readonly PartProblem[] => [
    ...(equalConditions.isShared(key)
      ? [problem("warning", undefined, "This condition appears twice here. Edit or delete one.")]
      : none),
    ...(identities.isShared(key)
      ? [
          problem(
            "error",
            undefined,
            "This part appears twice in the rule. Delete one of the two, or use Duplicate to copy it.",
          ),
        ]
      : none),
  ];

  const checkPart = (key: PartKey): void => {
    const part = draft.get(key);
    const isHidden = hidden.has(key) && !fromApi.has(key);
    const found =
      part && !isHidden
        ? [...findProblems(scope, part), ...sharedProblems(key), ...(fromApi.get(key) ?? none)]
        : none;
    const before = problems.get(key) ?? none;
    if (sameProblems(before, found)) return;
    errors += count(found, "error") - count(before, "error");
    warnings += count(found, "warning") - count(before, "warning");
    problems.set(key, found.length === 0 ? undefined : found);
  };

  /** The other parts whose check depends on this one. */
  const dependentKeys = (key: PartKey, part: Part | undefined): readonly PartKey[] => {
    const shared = [
      ...equalConditions.put(key, conditionKey(part)),
      ...identities.put(key, savedName(part)),
    ];
    const moved = part !== undefined && parents.has(key) && parents.get(key) !== part.parent;
    if (part) parents.set(key, part.parent);
    else parents.delete(key);
    // After a move, the nesting level of all parts inside has changed.
    if (moved) shared.push(...keysInOrder(draft, key));
    // The check of parts inside a condition or an action depends on what it picks; that of tiers is done by the rule
    // around them.
    if (part?.kind === "condition" || part?.kind === "action") shared.push(...listChildKeys(part));
    if (part?.kind === "rule" && part.parent !== undefined) shared.push(part.parent);
    return shared;
  };

  const publishTotals = (): void => {
    const before = totals.get("rule") ?? noProblems;
    if (before.errors !== errors || before.warnings !== warnings)
      totals.set("rule", { errors, warnings });
  };

  const recheck = (changed: Iterable<PartKey>): void => {
    const edited = new Set(changed);
    const keys = new Set(edited);
    for (const key of edited)
      for (const other of dependentKeys(key, draft.get(key))) keys.add(other);
    for (const key of keys) checkPart(key);
    publishTotals();
  };

  const dropApiProblems = (changed: readonly PartKey[]): void => {
    if (!changed.some((key) => fromApi.has(key))) return;
    const left = new Map(fromApi);
    for (const key of changed) left.delete(key);
    fromApi = left;
  };

  const stop = draft.watch((changed) => {
    dropApiProblems(changed);
    if (hidesAdded) for (const key of changed) if (!parents.has(key)) hidden.add(key);
    const now = draft.part(headKey, "head")?.data;
    // The event and the type decide what fits every part; the head's other fields affect only the head.
    const all = now?.eventId !== head?.eventId || now?.globalDataTypeId !== head?.globalDataTypeId;
    // The rule at the top reports too many parts.
    const grown = draft.size() !== size;
    head = now;
    size = draft.size();
    recheck([
      ...changed,
      ...(all ? keysInOrder(draft) : grown ? [rootKey] : []),
      // Whether a type must be selected depends on the rows.
      ...(now?.globalDataTypeId ? [] : [headKey]),
    ]);
  });

  recheck(keysInOrder(draft));
  return {
    totals: {
      get: () => totals.get("rule") ?? noProblems,
      subscribe: (listener) => totals.subscribe("rule", listener),
    },
    keysInOrder: (kind) =>
      problems.size() === 0
        ? []
        : keysInOrder(draft).filter((key) =>
            problems.get(key)?.some((one) => kind === undefined || one.kind === kind),
          ),
    setApiProblems: (issues, sent = trees.mappingRule()) => {
      const before = fromApi;
      fromApi = apiProblemsByPart(issues, sent, trees);
      recheck([...before.keys(), ...fromApi.keys()]);
    },
    hideProblems: (keys) => {
      for (const key of keys) {
        hidden.add(key);
        checkPart(key);
      }
      publishTotals();
    },
    addHidden: (add) => {
      hidesAdded = true;
      try {
        return add();
      } finally {
        hidesAdded = false;
      }
    },
    revealProblems: (keys = [...hidden]) => {
      for (const key of keys) if (hidden.delete(key)) checkPart(key);
      publishTotals();
    },
    stop,
  };
};
