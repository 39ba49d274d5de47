import type { Mend } from "#rules/analysis/finding.ts";
import type { Builder } from "./builder.ts";
import { findPlace } from "./draft-rule.ts";
import { moveParts, removeParts, setPart } from "./edit-draft.ts";
import type { PartKey, PartMend } from "./part.ts";

/** A finding's mend with the keys of its parts; undefined if one of them is not in the draft. */
export const toPartMend = (
  { draft }: Pick<Builder, "draft">,
  mend: Mend | undefined,
  keyOf: (part: object) => PartKey | undefined,
): PartMend | undefined => {
  const key = mend && keyOf(mend.part);
  if (!mend || key === undefined) return undefined;
  const { label } = mend;
  if (mend.kind === "remove") return { kind: "remove", label, key };
  if (mend.kind === "operand") {
    const from = draft.part(key, "condition")?.data.condition ?? "";
    return { kind: "operand", label, key, from, text: mend.text };
  }
  const before = keyOf(mend.before);
  return before === undefined ? undefined : { kind: "moveBefore", label, key, before };
};

/** Settles a finding, as one step of undo. Returns false if the rule has changed so that it no longer fits. */
export const mendPart = ({ draft }: Pick<Builder, "draft">, mend: PartMend): boolean => {
  if (draft.get(mend.key) === undefined) return false;
  if (mend.kind === "remove") {
    removeParts(draft, [mend.key]);
    return true;
  }
  if (mend.kind === "moveBefore") {
    const place = findPlace(draft, mend.before);
    return place !== undefined && moveParts(draft, [mend.key], place);
  }
  if ((draft.part(mend.key, "condition")?.data.condition ?? "") !== mend.from) return false;
  setPart(draft, mend.key, "condition", { condition: mend.text }, { label: "edit condition" });
  return true;
};
