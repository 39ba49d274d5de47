import type { Builder } from "#rule-model/builder.ts";
import type { SentencePart } from "#rule-model/describe-parts.ts";
import { type PartOperand, picksEntry } from "#rule-model/operand-specs.ts";
import { headKey } from "#rule-model/part.ts";

/** The values that an operand can be selected from: those of a field, or of a named entry in it. */
export interface AskedField {
  /** As in formulas: “product.brand”. */
  readonly field: string;
  readonly entry: string | null;
  readonly kind: "names" | "values" | "numbers";
}

/** Undefined where records don't tell what an operand can be. */
export const findAskedField = (
  { draft, workflow }: Pick<Builder, "draft" | "workflow">,
  part: SentencePart,
  { kind }: Pick<PartOperand, "kind">,
): AskedField | undefined => {
  const { fields } = workflow.catalogue;
  const own = fields.get(part.data.globalObjectFieldId);
  const assigned = draft.part(headKey, "head")?.data.globalObjectFieldId ?? 0;
  const field = own?.dataType === "inherited" ? fields.get(assigned) : own;
  if (!field) return undefined;
  const { reference } = field;
  if (kind === "key") return { field: reference, entry: null, kind: "names" };
  if (part.kind !== "condition" || part.data.preModifierDataTypeComparatorId) return undefined;
  const around = part.parent === undefined ? undefined : draft.get(part.parent);
  const isPicked = around?.kind === "condition" && picksEntry(around, workflow);
  const entry = isPicked ? (around.data.condition ?? "") : null;
  if (kind === "number")
    return entry === null && field.dataType === "number"
      ? { field: reference, entry, kind: "numbers" }
      : undefined;
  return kind === "text" || kind === "list"
    ? { field: reference, entry, kind: "values" }
    : undefined;
};
