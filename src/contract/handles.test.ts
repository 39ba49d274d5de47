import { describe, expect, test } from "vitest";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
  ruleTypeHandles,
} from "./handles.ts";

describe("handles (api 2.15)", () => {
  test.each([
    ["data types", dataTypeHandles, 18],
    ["rule types", ruleTypeHandles, 2],
    ["other field scopes", otherFieldScopes, 3],
  ] as const)("%s: exactly those of the reference", (_name, handles, count) => {
    expect(handles).toHaveLength(count);
  });

  // An ID is a position, so a handle that is not in the reference is added after those that are.
  test.each([
    ["comparators", comparatorHandles, 67, "category_in_list"],
    ["actions", actionHandles, 51, "mapping_set"],
  ] as const)("%s: those of the reference keep their positions", (_name, handles, count, last) => {
    expect(handles[count - 1]).toBe(last);
  });

  test.each([dataTypeHandles, comparatorHandles, actionHandles, ruleTypeHandles, otherFieldScopes])(
    "words joined by underscores, without duplicates",
    (...handles) => {
      expect(new Set(handles).size).toBe(handles.length);
      for (const handle of handles) expect(handle).toMatch(/^[a-z]+(_[a-z]+)*$/);
    },
  );
});
