// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { MappingSet } from "#contract/mapping-sets.ts";
import { findProblems } from "#web/editing/form-schema.ts";
import { openTestApp } from "#web/testing/app.tsx";
import {
  isMappingSetOf,
  mappingSetRequest,
  mappingSetSchema,
  mappingSetTexts,
  mappingSetUpdate,
  normalMappingSetText,
} from "./mapping-set-form.tsx";
import { MappingSetNew } from "./mapping-set-new.tsx";

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

const texts = mappingSetTexts({ name: "Brands" });
const excluding = mappingSetTexts({
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
    expect(Object.keys(findProblems(mappingSetSchema, typed as typeof texts)).toSorted()).toEqual(
      fields,
    ),
  );
});

test("the use of a set is not a field of the API", () => {
  expect(mappingSetRequest(excluding)).toEqual({
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
  expect(
    mappingSetUpdate(
      { id: 1, name: "Out", exclusionListForSourceId: 3, exclusionType: "sku" },
      changed,
    ),
  ).toEqual({ name: "Out", exclusionListForSourceId: null, exclusionType: null });
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
  expect(isMappingSetOf({ id: 5, ...set }, typed)).toBe(expected),
);

test("typed texts are compared in the spelling in which they are sent", () => {
  const typed = {
    ...excluding,
    name: " Out ",
    description: " kept ",
    exclusionListForSourceId: " 3",
  };
  const fields = Object.keys(typed) as (keyof typeof typed)[];
  const normal = fields.map((field) => [field, normalMappingSetText(field, typed[field])]);
  const sent = mappingSetRequest(typed) as MappingSet;
  expect(mappingSetTexts(sent)).toEqual(Object.fromEntries(normal));
});
