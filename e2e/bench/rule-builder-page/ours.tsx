import "#web/kit/tokens.css";
import "virtual:mantine.css";
import "#web/kit/base.css";
import { EditorContext, openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { createBuilder } from "#rule-model/builder.ts";
import { testWorkflow } from "#rule-model/testing/builder.ts";
import { RuleToolbar } from "#web/screens/mapping-rules/rows/rule-toolbar.tsx";
import { RuleEditor } from "#web/screens/mapping-rules/rows/rule-editor.tsx";
import { Provider } from "#web/provider.tsx";
import { browserDrafts, createDraftKeeper } from "#web/screens/mapping-rules/editor/tab-draft.ts";
import { startSaving } from "#web/screens/mapping-rules/editor/rule-saving.ts";
import { afterPaint } from "./after-paint.ts";
import type { Subject } from "./page.tsx";
import { groupSize, writeOperand, sampleRule } from "./sample-rule.ts";

const unreachable = () => Promise.reject(new Error("Nothing is sent from here."));

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
    const builder = createBuilder(sampleRule(conditions), testWorkflow);
    const saving = startSaving(
      builder,
      {
        read: unreachable,
        send: unreachable,
        listKnown: unreachable,
        findCreated: unreachable,
        onSaved: () => {},
        onRead: () => {},
      },
      false,
    );
    createDraftKeeper(builder, saving, browserDrafts, "bench").attach();
    return (
      <Provider>
        <EditorContext value={openEditor(builder)}>
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
