import { describe, expect, test } from "vitest";
import { setPart } from "./edit-draft.ts";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { createPartSearch } from "./describe-parts.ts";

const { contains, attribute, inAttribute, set, modify, inModify, childRule, trim } = testKeys;

describe("createPartSearch", () => {
  test.each([
    { text: "lamp", found: [contains] },
    { text: "LAMP", found: [contains] },
    { text: "  lamp title ", found: [contains] },
    { text: "product.price", found: [set] },
    { text: "1.35", found: [set] },
    { text: "{product.cost}", found: [set] },
    { text: "uppercase", found: [modify, inModify] },
    { text: "oak", found: [attribute, inAttribute] },
    { text: "then", found: [modify, childRule] },
    { text: "trim", found: [trim] },
    { text: "no such words", found: [] },
    { text: "", found: [] },
    { text: "   ", found: [] },
  ])("“$text”", ({ text, found }) => {
    expect(createPartSearch(testBuilder())(text)).toEqual(expect.arrayContaining(found));
    expect(createPartSearch(testBuilder())(text).length > 0).toBe(found.length > 0);
  });

  test("after an edit, the new text is found", () => {
    const builder = testBuilder();
    const search = createPartSearch(builder);
    expect(search("lamp")).toContain(contains);
    setPart(builder.draft, contains, "condition", { condition: "Straße" }, { label: "edit" });
    expect(search("lamp")).not.toContain(contains);
    expect(search("strasse")).toContain(contains);
  });
});
