import { expect, test } from "vitest";
import type { RmaDraft } from "./decision.ts";
import { draftFields } from "./draft-fields.ts";

const typed = (text: string) => ({ text, was: "" });

test("a draft has its fields by line, in the order in which they were typed", () => {
  const draft: RmaDraft = {
    7: { note: typed("Seen"), approvedQuantity: typed("2") },
    8: { returnReason: typed("Damaged") },
  };
  const fields = draftFields.split(draft);
  expect(Object.keys(fields)).toEqual(["7.note", "7.approvedQuantity", "8.returnReason"]);
  expect(draftFields.join(fields)).toEqual(draft);
  expect(Object.keys(draftFields.join(fields)[7]!)).toEqual(["note", "approvedQuantity"]);
});
