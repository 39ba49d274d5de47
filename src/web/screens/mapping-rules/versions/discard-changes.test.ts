import { expect, test } from "vitest";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { headKey } from "#rule-model/draft/part.ts";
import { testBuilder, testRequest } from "#rule-model/test-builder.ts";
import { startSaving } from "./rule-saving.ts";
import { fakeServer } from "#web/testing/rule-server.ts";

test("changes can't be discarded while they are being saved, because they are saved all the same", async () => {
  const builder = testBuilder();
  const saving = startSaving(builder, fakeServer(testRequest()).wire, true);
  setPart(builder.draft, headKey, "head", { description: "sent" }, { label: "describe" });
  const stop = saving.state.subscribe(() => {
    if (saving.state.get().phase.kind !== "sending") return;
    stop();
    saving.discard();
  });
  saving.review();
  await saving.send();
  expect(builder.trees.mappingRule().description).toBe("sent");
  expect(saving.state.get().dirty).toBe(false);
});
