import type { Builder } from "./builder.ts";
import { findPlace } from "./draft-rule.ts";
import { moveParts, removeParts, setPart } from "./edit-draft.ts";
import type { PartMend } from "./part.ts";

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
