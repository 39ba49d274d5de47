import { describe, expect, test } from "vitest";
import { findProblems } from "#web/ui/form-schema.ts";
import {
  mappingSetRequest,
  mappingSetSchema,
  mappingSetTexts,
  mappingSetUpdate,
} from "./mapping-set-changes.ts";

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
