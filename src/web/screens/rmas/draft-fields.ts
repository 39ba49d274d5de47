import type { DraftFields } from "#web/editing/shared-draft.ts";
import type { Typed } from "#web/editing/field-draft.ts";
import type { RmaDraft } from "./decision.ts";

/** The fields of a decision's draft by names like `7.note`, with the line's id. */
export const draftFields: DraftFields<RmaDraft> = {
  split: (draft) =>
    Object.fromEntries(
      Object.entries(draft).flatMap(([id, line]) =>
        Object.entries(line).map(([field, typed]) => [`${id}.${field}`, typed]),
      ),
    ),
  join: (fields) => {
    const lines: Record<string, Record<string, Typed>> = {};
    for (const [name, typed] of Object.entries(fields)) {
      const [id = "", field = ""] = name.split(".");
      if (typed) lines[id] = { ...lines[id], [field]: typed };
    }
    return lines;
  },
};
