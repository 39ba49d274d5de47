// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { MappingSet } from "#contract/mapping-sets.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { findProblems } from "#web/editing/form-schema.ts";
import { mappingSetFields, MappingSetNew } from "./mapping-set-form.tsx";

const { textsOf, toRequest, toChanges, isSame, forNew, forRecord } = mappingSetFields;

const texts = textsOf({ name: "Brands" });
const excluding = textsOf({
  name: "Out",
  exclusionListForSourceId: 3,
  exclusionType: "sku",
});

describe("the problems of a set", () => {
  test.each<[string, object, string[]]>([
    ["a name is enough", texts, []],
    ["a name is needed", { ...texts, name: " " }, ["name"]],
    ["a set that excludes is valid", excluding, []],
    [
      "a set that excludes needs both",
      { ...texts, use: "excludes" },
      ["exclusionListForSourceId", "exclusionType"],
    ],
    [
      "an id is a number",
      { ...excluding, exclusionListForSourceId: "x" },
      ["exclusionListForSourceId"],
    ],
    ["a set that does not exclude needs neither", { ...excluding, use: "", exclusionType: "" }, []],
  ])("%s", (_, typed, fields) =>
    expect(Object.keys(findProblems(forNew.schema, typed as typeof texts)).toSorted()).toEqual(
      fields,
    ),
  );
});

test("the use of a set is not a field of the API", () => {
  expect(toRequest(excluding)).toEqual({
    name: "Out",
    description: null,
    exclusionListForSourceId: 3,
    exclusionType: "sku",
  });
  const changed = {
    use: { text: "", was: "excludes" },
    exclusionType: { text: "", was: "sku" },
    exclusionListForSourceId: { text: "", was: "3" },
  };
  expect(toChanges(changed)).toEqual({ exclusionListForSourceId: null, exclusionType: null });
});

test.each([
  ["with a name only", { name: "Brands" }, { ...texts, name: " Brands " }, true],
  ["with another name", { name: "Brand" }, texts, false],
  ["with a description", { name: "Brands", description: "x" }, texts, false],
  [
    "that excludes",
    { name: "Out", exclusionListForSourceId: 3, exclusionType: "sku" },
    excluding,
    true,
  ],
  [
    "that excludes other values",
    { name: "Out", exclusionListForSourceId: 3, exclusionType: "brand" },
    excluding,
    false,
  ],
  [
    "that excludes values of another source",
    { name: "Out", exclusionListForSourceId: 4, exclusionType: "sku" },
    excluding,
    false,
  ],
])("a set %s is what the form creates: %#", (_, set, typed, expected) =>
  expect(isSame({ id: 5, ...set }, typed)).toBe(expected),
);

test("typed texts are compared in the spelling in which they are sent", () => {
  const typed = {
    ...excluding,
    name: " Out ",
    description: " kept ",
    exclusionListForSourceId: " 3",
  };
  const fields = Object.keys(typed) as (keyof typeof typed)[];
  const normal = fields.map((field) => [
    field,
    forRecord({ id: 5, name: "Out" }).normal(field, typed[field]),
  ]);
  const sent = toRequest(typed) as MappingSet;
  expect(textsOf(sent)).toEqual(Object.fromEntries(normal));
});

test("each purpose of a mapping set is described by its own text", async () => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  onTestFinished(() => void vi.unstubAllGlobals());
  openTestApp({ "/mapping-sets/new": MappingSetNew }, "/mapping-sets/new");
  const options = () => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  await expect.poll(() => options().length).toBe(2);
  const described = options().map((option) => [
    option.labels?.[0]?.textContent,
    document.getElementById(option.getAttribute("aria-describedby") ?? "")?.textContent,
  ]);
  expect(described).toEqual([
    ["Translates values", expect.stringMatching(/^Actions of mapping rules/)],
    ["Excludes source values", expect.stringMatching(/^Excludes products/)],
  ]);
});
