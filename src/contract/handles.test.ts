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
    ["comparators", comparatorHandles, 67],
    ["actions", actionHandles, 51],
    ["rule types", ruleTypeHandles, 2],
    ["other field scopes", otherFieldScopes, 3],
  ] as const)("%s: exactly those of the reference, without duplicates", (_name, handles, count) => {
    expect(handles).toHaveLength(count);
    expect(new Set(handles).size).toBe(count);
    for (const handle of handles) expect(handle).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});
