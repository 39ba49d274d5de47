import { describe, expect, test, vi } from "vitest";
import { actionId, dataTypeId } from "#rules/workflow-records.ts";
import { testFieldIds, testRequest, testWorkflow } from "#rule-model/testing/builder.ts";
import { createMappingLines } from "./mapping-lines.ts";
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";

const lookUp = (value: string) => ({
  globalObjectFieldId: testFieldIds.title,
  workflowDataTypeActionId: actionId("mapping_set", "string"),
  value,
});

describe("the lines of mapping sets", () => {
  test("the sets that actions look values up in, each once, child rules included", () => {
    const base = testRequest();
    const child = { ...base.rule, id: null, childRules: [], actions: [lookUp("9"), lookUp("7")] };
    const request = {
      ...base,
      globalDataTypeId: dataTypeId("string"),
      rule: { ...base.rule, actions: [lookUp("7"), lookUp(""), lookUp("x")], childRules: [child] },
    };
    expect(mappingSetsUsed(request, testWorkflow.catalogue)).toEqual([7, 9]);
    expect(mappingSetsUsed({ useOriginalInputValue: false }, testWorkflow.catalogue)).toEqual([]);
  });

  test("each is requested once; one that cannot be read is named", async () => {
    const read = vi.fn<(id: number) => Promise<{ from: string; to: string }[]>>((id) =>
      id === 7 ? Promise.resolve([{ from: "a", to: "b" }]) : Promise.reject(new Error("gone")),
    );
    const lines = createMappingLines(read);
    lines.want([7, 9]);
    lines.want([9, 7]);
    await expect.poll(() => lines.unread()).toEqual([9]);
    expect(lines.get().get(7)).toEqual([{ from: "a", to: "b" }]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
