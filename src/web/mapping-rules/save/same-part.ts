import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Tree } from "#web/mapping-rules/builder/draft-rule.ts";
import type { PartKind } from "#web/mapping-rules/builder/part.ts";
import { kindIn, slotsOf } from "#web/mapping-rules/builder/part.ts";
import { innerTrees } from "./flat-rule.ts";

/** Fields that nobody edits, or that are no content: ids name parts, and the server writes the time. */
const ignored = new Set(["id", "updatedAt"]);

/** What a field that was left out means; for the rest null and left out are the same. */
const meaningOfNothing: Readonly<Record<string, unknown>> = {
  condition: "",
  condition2: "",
  condition3: "",
  condition4: "",
  value: "",
  value2: "",
  value3: "",
  value4: "",
  headerName: "",
  description: "",
  fieldArrayMustMatchAll: false,
  conditionArrayMustMatchAll: false,
  applyToMatchedOnly: false,
  alwaysRun: false,
  enabled: true,
};

/** A field's value as it counts: what is left out means the same as what it stands for. */
export const meant = (field: string, value: unknown): unknown =>
  value ?? meaningOfNothing[field] ?? null;

/** The fields of a part that differ between two versions of it, without the parts inside. */
export const changedFields = (kind: PartKind, one: Tree, other: Tree): readonly string[] => {
  if (one === other) return [];
  const slots: readonly string[] = slotsOf[kind];
  const [before, after] = [one, other] as unknown as Record<string, unknown>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) =>
      !ignored.has(field) &&
      !slots.includes(field) &&
      meant(field, before?.[field]) !== meant(field, after?.[field]),
  );
};

const sameTree = (kind: PartKind, one: Tree, other: Tree): boolean => {
  if (one === other) return true;
  // A part without an id is whichever stands in its place.
  if (one.id && other.id && one.id !== other.id) return false;
  if (changedFields(kind, one, other).length > 0) return false;
  return slotsOf[kind].every((slot) => {
    const [before, after] = [innerTrees(one, slot), innerTrees(other, slot)];
    return (
      before === after ||
      (before.length === after.length &&
        before.every((tree, at) => sameTree(kindIn[slot], tree, after[at] as Tree)))
    );
  });
};

/** Whether two versions say the same; parts that both have untouched are not selected into. */
export const sameRule = (
  one: UpdateOrCreateMappingRule,
  other: UpdateOrCreateMappingRule,
): boolean => sameTree("head", one, other);
