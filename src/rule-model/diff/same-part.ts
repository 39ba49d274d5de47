import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { Tree } from "#rule-model/draft/draft-rule.ts";
import type { PartKind } from "#rule-model/draft/part.ts";
import { kindIn, slotsOf } from "#rule-model/draft/part.ts";
import { innerTrees } from "./flat-rule.ts";

/** Fields without content of the user: ids identify parts, and the server writes the time. */
const ignored = new Set(["id", "updatedAt"]);

/** The default of a field that was left out; for all others, null and left out are the same. */
const defaultValues: Readonly<Record<string, unknown>> = {
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

/** A field's effective value: a field that is left out has its default. */
export const effectiveValue = (field: string, value: unknown): unknown =>
  value ?? defaultValues[field] ?? null;

/** The fields of a part that differ between two versions of it, without the parts inside. */
export const changedFields = (kind: PartKind, one: Tree, other: Tree): readonly string[] => {
  if (one === other) return [];
  const slots: readonly string[] = slotsOf[kind];
  const [before, after] = [one, other] as unknown as Record<string, unknown>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) =>
      !ignored.has(field) &&
      !slots.includes(field) &&
      effectiveValue(field, before?.[field]) !== effectiveValue(field, after?.[field]),
  );
};

const sameTree = (kind: PartKind, one: Tree, other: Tree): boolean => {
  if (one === other) return true;
  // A part without an id equals any part in its place.
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

/** Whether two versions are equal; parts that both versions share are skipped. */
export const sameRule = (
  one: UpdateOrCreateMappingRule,
  other: UpdateOrCreateMappingRule,
): boolean => sameTree("head", one, other);
