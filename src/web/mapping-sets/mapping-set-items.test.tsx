// @vitest-environment happy-dom
import { act } from "react";
import { expect, onTestFinished, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/api/session.ts";
import { showScreen } from "#web/ui/test-screen.tsx";
import { MappingSetItems } from "./mapping-set-items.tsx";

const typeSearch = (text: string) => {
  const field = document.querySelector<HTMLInputElement>("[type=search]")!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const item: MappingSetItem = { id: 1, mappingSetId: 5, fromValue: "Crimson", toValue: "Red" };

test.each<[items: MappingSetItem[], typed: string, text: string]>([
  [[], "", "This set has no items."],
  [[], "red", "This set has no items."],
  [[item], "blue", "No items match “blue”."],
])("a viewer of the items %j who searches for “%s”", async (value, typed, text) => {
  session.set({ signIn: "oidc", person: { id: "1", name: "Kim", role: "viewer" } });
  onTestFinished(() => session.set(null));
  queryClient.setQueryData(mappingSetItems(5).queryKey, { value, problems: [], total: undefined });
  await showScreen(<MappingSetItems id={5} name="Colors" count={0} enabled />);
  if (typed) await act(async () => typeSearch(typed));
  expect(document.querySelector(".plain-table__none")?.textContent).toBe(text);
});
