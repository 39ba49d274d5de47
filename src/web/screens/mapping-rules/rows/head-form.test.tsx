import { expect, test } from "vitest";
import { createBuilder } from "#rule-model/builder.ts";
import { testMetaData, testRequest } from "#rule-model/testing/builder.ts";
import { createWorkflow } from "#rule-model/workflow.ts";
import { openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { showInEditor } from "#web/testing/rule-editor.tsx";
import { HeadForm } from "./head-form.tsx";

// @vitest-environment happy-dom

const events = Array.from({ length: 12 }, (_, at) => ({
  ...testMetaData.events[0]!,
  id: at + 1,
  name: `Event of kind ${at + 1}`,
}));
const workflow = createWorkflow({ ...testMetaData, events });

/** The open head of a rule that is not created yet, with a field of its form. */
const openHead = (eventId: number) => {
  const builder = createBuilder({ ...testRequest(), name: "", eventId }, workflow);
  const { host } = showInEditor(openEditor(builder), <HeadForm />);
  const label = [...host.querySelectorAll("label")].find(
    ({ textContent }) => textContent === "Event",
  );
  return label?.control as HTMLInputElement;
};

test("an event that the workflow doesn't list is shown by its ID", () => {
  expect(openHead(99).value).toBe("Event 99");
});
