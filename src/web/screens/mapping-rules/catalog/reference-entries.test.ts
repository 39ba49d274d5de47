import { describe, expect, test } from "vitest";
import { actionHandles, comparatorHandles, dataTypeHandles } from "#contract/handles.ts";
import { entriesWith, referenceEntries, toSections } from "./reference-entries.ts";

const handlesOf = (query: string) => entriesWith(query).map(({ handle }) => handle);

describe("the rule reference", () => {
  test("lists every comparator and every action once", () => {
    const shown = toSections(referenceEntries).flatMap(({ own }) =>
      own.map(({ handle }) => handle),
    );
    expect(shown.toSorted()).toEqual([...comparatorHandles, ...actionHandles].toSorted());
  });

  test("has an entry for every data type except the inherited one", () => {
    expect(toSections(referenceEntries).map(({ type }) => type)).toEqual(
      dataTypeHandles.filter((type) => type !== "inherited"),
    );
  });

  test.each(referenceEntries)("$handle: the example is a sentence", ({ example, missing }) => {
    expect(example).toMatch(/^\S.*\.$/su);
    expect(`${example} ${missing}`).not.toMatch(/undefined|\[object|a list of|a record|\{\d\}/);
  });

  test.each([
    ["STRING_contains", ["string_contains", "string_contains_case_sensitive"]],
    ["percent at least", ["percent_greater_than_equal_to_field"]],
    ["tags contain", ["tag_contains", "tag_does_not_contain"]],
    ["decode html", ["decode_html"]],
    ["qwertz", []],
  ])("finds %s", (query, handles) => {
    expect(handlesOf(query)).toEqual(handles);
  });

  test("finds everything for an empty search", () => {
    expect(entriesWith(" ")).toHaveLength(referenceEntries.length);
  });
});
