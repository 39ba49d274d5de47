import "#web/kit/tokens.css";
import "virtual:mantine.css";
import "#web/kit/base.css";
import { EditorContext } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { testWorkflow } from "#rule-model/testing/builder.ts";
import { RuleToolbar } from "#web/screens/mapping-rules/rows/rule-toolbar.tsx";
import { RuleEditor } from "#web/screens/mapping-rules/rows/rule-editor.tsx";
import { Provider } from "#web/provider.tsx";
import { createRulePlan, type RuleEditing } from "#web/screens/mapping-rules/editor/rule-plan.ts";
import { openEditing } from "#web/editing/editing.ts";
import { afterPaint } from "./after-paint.ts";
import type { Subject } from "./page.tsx";
import { groupSize, writeOperand, sampleRule } from "./sample-rule.ts";

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];

const press = (label: string): void =>
  all("button")
    .find(({ textContent }) => textContent.trim() === label)
    ?.click();

const pressKey = (key: string): void =>
  void document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );

/** Our rule builder as the console opens it: with its toolbar, validation, undo and autosave. */
export const subject: Subject = {
  element: (conditions) => {
    const { document: opened } = openEditing(
      createRulePlan({
        key: "rule.bench",
        rule: undefined,
        request: sampleRule(conditions),
        workflow: testWorkflow,
      }),
    ) as RuleEditing;
    return (
      <Provider>
        <EditorContext value={opened.editor}>
          <RuleToolbar />
          <RuleEditor />
        </EditorContext>
      </Provider>
    );
  },
  enterRow: async (row) => {
    const sentence = all('[data-part-kind="condition"]')[row];
    sentence?.scrollIntoView({ block: "center" });
    await afterPaint();
    sentence?.click();
    await afterPaint();
    return all("[data-row-form] input, [data-row-form] textarea").find(
      (control) => (control as HTMLInputElement).value === writeOperand(row),
    ) as HTMLInputElement;
  },
  addButton: (conditions) =>
    all("button").filter((button) => button.textContent.includes("Add condition"))[
      Math.floor(conditions / groupSize / 2)
    ] as HTMLElement,
  acts: {
    closeListMs: () => pressKey("Escape"),
    leaveRowMs: () => pressKey("Escape"),
    deleteMs: () => pressKey("Delete"),
    undoMs: () => press("Undo"),
    redoMs: () => press("Redo"),
    foldAllMs: () => press("Collapse all"),
    unfoldAllMs: () => press("Expand all"),
  },
};
