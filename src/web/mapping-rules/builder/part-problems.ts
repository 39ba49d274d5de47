import type { Issue } from "#contract/errors.ts";
import type { KeyedStore } from "#web/ui/keyed-store.ts";
import { createValueStore } from "#web/ui/value-store.ts";
import type { ValueStore } from "#web/ui/value-store.ts";
import { apiProblemsByPart } from "./api-problems.ts";
import { actionProblems } from "./check-action.ts";
import { conditionProblems } from "./check-condition.ts";
import type { CheckScope } from "./check-rule.ts";
import { groupProblems, headProblems, nestingProblems, ruleProblems } from "./check-rule.ts";
import { keysInOrder, partsInOrder } from "./document-order.ts";
import type { DraftTrees } from "./draft-rule.ts";
import type { DraftStore } from "./draft-store.ts";
import { problem } from "./field-problem.ts";
import type { Part, PartKey } from "./part.ts";
import { childKeysOf, childrenIn, headKey, rootKey } from "./part.ts";
import type { PartProblem } from "./part-problem.ts";
import { createPartTally } from "./part-tally.ts";
import type { Workflow } from "./workflow.ts";

/** How many problems there are, over all parts. */
export interface ProblemTotals {
  readonly errors: number;
  readonly warnings: number;
}

/** The check of an open rule: it keeps `builder.problems` in step with every edit. */
export interface ProblemCheck {
  readonly totals: Pick<ValueStore<ProblemTotals>, "get" | "subscribe">;
  /** The parts that have problems, in the order of the screen; `kind` leaves the others out. */
  readonly keysInOrder: (kind?: PartProblem["kind"]) => readonly PartKey[];
  /** Puts the API's refusal beside the parts it names. `sent` is the tree that was sent; each part's go when it is edited. */
  readonly setApiProblems: (issues: readonly Issue[], sent?: object) => void;
  /** New parts, of which nothing is said until they are spoken of: nobody had a chance to fill them in yet. */
  readonly hush: (keys: Iterable<PartKey>) => void;
  /** Says what was held back, of these parts or of all. */
  readonly speak: (keys?: Iterable<PartKey>) => void;
  readonly stop: () => void;
}

/** What a check needs of an open rule. */
interface CheckedRule {
  readonly workflow: Workflow;
  readonly draft: DraftStore;
  readonly trees: DraftTrees;
  readonly problems: KeyedStore<PartKey, readonly PartProblem[]>;
}

const none: readonly PartProblem[] = [];

const problemsOf = (scope: CheckScope, part: Part): readonly PartProblem[] => {
  const own = {
    head: () => headProblems(scope, part as Part<"head">),
    rule: () => ruleProblems(scope, part as Part<"rule">),
    group: () => groupProblems(scope, part as Part<"group">),
    condition: () => conditionProblems(scope, part as Part<"condition">),
    action: () => actionProblems(scope, part as Part<"action">),
  }[part.kind]();
  return [...own, ...nestingProblems(scope, part)];
};

const sameProblems = (one: readonly PartProblem[], other: readonly PartProblem[]): boolean =>
  one.length === other.length &&
  one.every((item, at) => {
    const { message, field, kind, from } = other[at] ?? item;
    return (
      item.message === message && item.field === field && item.kind === kind && item.from === from
    );
  });

/** What a condition without others inside it asks; two that ask the same in one list are one too many. */
const askedBy = (part: Part | undefined): string | undefined => {
  if (part?.kind !== "condition" || childrenIn(part, "childConditions").length > 0)
    return undefined;
  const { data } = part;
  if (!data.globalObjectFieldId || !data.workflowDataTypeComparatorId) return undefined;
  // Null, false and absent say the same.
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

const identityOf = (part: Part | undefined): string | undefined =>
  part && part.kind !== "head" && part.data.id ? `${part.kind} ${part.data.id}` : undefined;

const count = (problems: readonly PartProblem[], kind: PartProblem["kind"]): number =>
  problems.reduce((sum, one) => sum + (one.kind === kind ? 1 : 0), 0);

/** Starts the check of an open rule. */
export const startProblemCheck = ({
  workflow,
  draft,
  trees,
  problems,
}: CheckedRule): ProblemCheck => {
  const scope: CheckScope = { workflow, draft };
  const totals = createValueStore<ProblemTotals>({ errors: 0, warnings: 0 });
  let [errors, warnings] = [0, 0];
  let fromApi: ReadonlyMap<PartKey, readonly PartProblem[]> = new Map();
  const [asked, identities] = [createPartTally(), createPartTally()];
  /** Where each part stood when it was looked at last, and what its head said then. */
  const parents = new Map<PartKey, PartKey | undefined>();
  let head = draft.part(headKey, "head")?.data;
  const hushed = new Set<PartKey>();
  let size = draft.size();

  const sharedProblems = (key: PartKey): readonly PartProblem[] => [
    ...(asked.isShared(key)
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

  const check = (key: PartKey): void => {
    const part = draft.get(key);
    const held = hushed.has(key) && !fromApi.has(key);
    const found =
      part && !held
        ? [...problemsOf(scope, part), ...sharedProblems(key), ...(fromApi.get(key) ?? none)]
        : none;
    const before = problems.get(key) ?? none;
    if (sameProblems(before, found)) return;
    errors += count(found, "error") - count(before, "error");
    warnings += count(found, "warning") - count(before, "warning");
    problems.set(key, found.length === 0 ? undefined : found);
  };

  /** The parts whose check depends on this one besides itself. */
  const around = (key: PartKey, part: Part | undefined): readonly PartKey[] => {
    const shared = [...asked.put(key, askedBy(part)), ...identities.put(key, identityOf(part))];
    const moved = part !== undefined && parents.has(key) && parents.get(key) !== part.parent;
    if (part) parents.set(key, part.parent);
    else parents.delete(key);
    // Where a part has moved, all that is in it stands deeper or less deep than before.
    if (moved) shared.push(...keysInOrder(draft, key));
    // The parts inside a condition or an action look at what it picks; tiers are looked at by the rule around them.
    if (part?.kind === "condition" || part?.kind === "action") shared.push(...childKeysOf(part));
    if (part?.kind === "rule" && part.parent !== undefined) shared.push(part.parent);
    return shared;
  };

  const tell = (): void => {
    const held = totals.get();
    if (held.errors !== errors || held.warnings !== warnings) totals.set({ errors, warnings });
  };

  const look = (changed: Iterable<PartKey>): void => {
    const edited = new Set(changed);
    const keys = new Set(edited);
    for (const key of edited) for (const other of around(key, draft.get(key))) keys.add(other);
    for (const key of keys) check(key);
    tell();
  };

  const everyKey = (): PartKey[] => Array.from(partsInOrder(draft), ({ key }) => key);

  const forget = (changed: readonly PartKey[]): void => {
    if (!changed.some((key) => fromApi.has(key))) return;
    const left = new Map(fromApi);
    for (const key of changed) left.delete(key);
    fromApi = left;
  };

  const stop = draft.watch((changed) => {
    forget(changed);
    const now = draft.part(headKey, "head")?.data;
    // The event and the type decide what fits every part; all else of the head is its own matter.
    const all = now?.eventId !== head?.eventId || now?.globalDataTypeId !== head?.globalDataTypeId;
    // The rule at the top says when there are too many parts.
    const grown = draft.size() !== size;
    head = now;
    size = draft.size();
    look([...changed, ...(all ? everyKey() : grown ? [rootKey] : [])]);
  });

  look(everyKey());
  return {
    totals,
    keysInOrder: (kind) =>
      problems.size() === 0
        ? []
        : keysInOrder(draft).filter((key) =>
            problems.get(key)?.some((one) => kind === undefined || one.kind === kind),
          ),
    setApiProblems: (issues, sent = trees.mappingRule()) => {
      const before = fromApi;
      fromApi = apiProblemsByPart(issues, sent, trees);
      look([...before.keys(), ...fromApi.keys()]);
    },
    hush: (keys) => {
      for (const key of keys) {
        hushed.add(key);
        check(key);
      }
      tell();
    },
    speak: (keys = [...hushed]) => {
      for (const key of keys) if (hushed.delete(key)) check(key);
      tell();
    },
    stop,
  };
};

/** The check of an open rule. */
export const problemCheckOf = ({ check }: { readonly check: ProblemCheck }): ProblemCheck => check;
