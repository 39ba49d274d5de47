import type { Issue } from "#contract/errors.ts";
import type { DraftTrees } from "#rule-model/draft/draft-rule.ts";
import type { PartKey } from "#rule-model/draft/part.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { PartProblem } from "./part-problem.ts";

const inside = (tree: unknown, step: string): unknown =>
  typeof tree === "object" && tree !== null && Object.hasOwn(tree, step)
    ? (tree as Readonly<Record<string, unknown>>)[step]
    : undefined;

/**
 * Finds the row that an issue's path names: `rule.groups.0.conditions.2.condition` is the field `condition` of that
 * condition. It walks the tree that was sent, so rows are found although they have moved since. A path that leads
 * nowhere belongs to the last part found on the way, in the end to the mapping rule itself.
 */
export const placeOfIssue = (
  path: string,
  sent: object,
  trees: Pick<DraftTrees, "keyOf">,
): { readonly key: PartKey; readonly field: string | undefined } => {
  let [tree, key, field]: [unknown, PartKey, string | undefined] = [sent, headKey, undefined];
  for (const step of path.split(".").filter((one) => one !== "")) {
    tree = inside(tree, step);
    const found = typeof tree === "object" && tree !== null ? trees.keyOf(tree) : undefined;
    if (found === undefined) field ??= /^\d+$/.test(step) ? undefined : step;
    else [key, field] = [found, undefined];
  }
  return { key, field };
};

/** Groups the API's answer to a save by the parts it names. */
export const apiProblemsByPart = (
  issues: readonly Issue[],
  sent: object,
  trees: Pick<DraftTrees, "keyOf">,
): ReadonlyMap<PartKey, readonly PartProblem[]> => {
  const problems = new Map<PartKey, PartProblem[]>();
  for (const { path, message } of issues) {
    const { key, field } = placeOfIssue(path, sent, trees);
    const known = problems.get(key) ?? [];
    known.push({ message, field, kind: "error", from: "api" });
    problems.set(key, known);
  }
  return problems;
};
