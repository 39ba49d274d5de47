// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { ruleListFilters } from "./rule-list-filters.tsx";

const types = Array.from({ length: 18 }, (_, at) => ({ value: `${at}`, label: `Type ${at}` }));

test("each filter of the rules with many choices can be searched", async () => {
  const choices = { events: [], dataTypes: types, fields: [], comparators: [], actions: [] };
  const { fields } = ruleListFilters(() => choices);
  openTestApp({ "/mapping-rules": () => fields }, "/mapping-rules?dataType=17");
  await pressButton("1 more filter");
  const field = (label: string) => document.querySelector(`[aria-label="${label}"]`);
  await expect.poll(() => field("Data type")).not.toBeNull();
  for (const label of ["Event", "Assigned field", "Data type", "Comparator or action used"])
    expect([field(label)?.tagName, field(label)?.role ?? "combobox"]).toEqual([
      "INPUT",
      "combobox",
    ]);
  await expect.poll(() => (field("Data type") as HTMLInputElement).value).toBe("Type 17");
});
