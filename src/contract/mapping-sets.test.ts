import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  MappingSet,
  MappingSetItemSave,
  MappingSetSave,
  whyExclusionTypeMissing,
} from "./mapping-sets.ts";

describe("exclusion rule (api 2.13)", () => {
  test.each([
    [{}, true],
    [{ exclusionListForSourceId: null, exclusionType: null }, true],
    [{ exclusionListForSourceId: 3, exclusionType: "brand" as const }, true],
    [{ exclusionType: "sku" as const }, true],
    [{ exclusionListForSourceId: 3 }, false],
    [{ exclusionListForSourceId: 3, exclusionType: null }, false],
    [{ exclusionListForSourceId: 0 }, false],
  ])("%j can be saved: %j", (set, fine) => {
    expect(whyExclusionTypeMissing(set) === undefined).toBe(fine);
  });

  test("the schema reports it on the field", () => {
    const issues = z.safeParse(MappingSetSave, { name: "Colours", exclusionListForSourceId: 3 })
      .error?.issues;
    expect(issues?.map(({ path, message }) => [path.join("."), message])).toEqual([
      [
        "exclusionType",
        "An exclusion list for a source requires an exclusion type: sku, brand, category.",
      ],
    ]);
  });
});

describe("MappingSet", () => {
  test("can be sent back as it was read", () => {
    const set = {
      id: 1,
      accountId: 1,
      createdByUserId: null,
      createdAt: "2026-01-01",
      name: "Colours",
      totalItems: 4,
    };
    expect(z.parse(MappingSetSave, z.parse(MappingSet, set))).toEqual(set);
  });

  test.each([
    ["no name", {}],
    ["an empty name", { name: "  " }],
    ["an unknown field", { name: "A", items: [] }],
    ["an unknown exclusion type", { name: "A", exclusionType: "colour" }],
    ["a source id of 0", { name: "A", exclusionListForSourceId: 0, exclusionType: "sku" }],
  ])("refuses %s", (_name, body) => {
    expect(z.safeParse(MappingSetSave, body).success).toBe(false);
  });

  test("an unknown exclusion type is accepted on reading", () => {
    expect(z.parse(MappingSet, { name: "A", exclusionType: "colour" }).exclusionType).toBe(
      "colour",
    );
  });

  test.each([
    [{ fromValue: "a", toValue: "b" }, true],
    [{ id: 3, fromValue: "", toValue: null }, true],
    [{ toValue: "b" }, false],
    [{ id: "3", fromValue: "a" }, false],
  ])("item %j is valid: %j", (item, fits) => {
    expect(z.safeParse(MappingSetItemSave, item).success).toBe(fits);
  });
});
