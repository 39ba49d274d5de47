import { act } from "react";
import { expect, test } from "vitest";
import { comparatorId } from "#rules/workflow-records.ts";
import type { Builder } from "#rule-model/builder.ts";
import { openEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { dispatchKey, showInEditor } from "#web/testing/rule-editor.tsx";
import { addAfter, addLast, setPart } from "#rule-model/edit-draft.ts";
import { childrenIn, rootKey } from "#rule-model/part.ts";
import type { PartProblem } from "#rule-model/problem.ts";
import { testBuilder, testFieldIds, testKeys, testRequest } from "#rule-model/testing/builder.ts";
import { rowElement } from "./shown-rows.ts";
import { RuleEditor } from "./rule-editor.tsx";

// @vitest-environment happy-dom

const show = (builder: Builder): HTMLElement =>
  showInEditor(openEditor(builder), <RuleEditor />).host;

const row = (host: HTMLElement, key: number) =>
  host.querySelector<HTMLElement>(`[data-part-key="${key}"]`);

const press = (key: string, init?: KeyboardEventInit) => act(() => dispatchKey(key, init));

const type = (text: string) =>
  act(() => {
    const field = document.activeElement as HTMLInputElement;
    const { prototype } = field.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

const labelOf = (element: Element | null) => (element as HTMLInputElement).labels?.[0]?.textContent;

test("rows are sentences, those inside a row below it, and Tab reaches one of them", () => {
  const host = show(testBuilder());
  expect(row(host, testKeys.contains)?.textContent).toBe("Title contains “lamp”, any case");
  expect(row(host, testKeys.attribute)?.textContent).toBe("Attributes has “Material”, where");
  expect(row(host, testKeys.inAttribute)?.textContent).toBe("its value contains “oak”, any case");
  expect(row(host, testKeys.attribute)?.parentElement?.firstChild?.textContent).toBe("and");
  expect(row(host, testKeys.set)?.textContent).toContain("Set Price to Cost × 1.35");
  const reached = [...host.querySelectorAll('[data-part-key][tabindex="0"]')];
  expect(reached).toEqual([row(host, testKeys.contains)]);
});

test("Enter opens the row, typing is one step, Escape returns the focus and keeps the text", () => {
  const builder = testBuilder();
  const host = show(builder);
  act(() => rowElement(host, testKeys.contains)?.focus());
  press("Enter");
  expect(labelOf(document.activeElement)).toBe("Text");
  type("lamps");
  type("lampshade ");
  expect(builder.draft.part(testKeys.contains, "condition")?.data.condition).toBe("lampshade ");
  expect(host.textContent).toContain("lampshade·");
  press("Escape");
  expect(document.activeElement).toBe(row(host, testKeys.contains));
  expect(document.activeElement?.textContent).toBe("Title contains “lampshade ”, any case");
  act(() => void builder.draft.undo());
  expect(document.activeElement?.textContent).toBe("Title contains “lamp”, any case");
});

test("Escape takes back a row that was just added, but not one with a choice in it", () => {
  const builder = testBuilder();
  const host = show(builder);
  const add = () => act(() => addLast(builder, rootKey, "actions"));
  const actions = () => childrenIn(builder.draft.get(rootKey), "actions");
  const before = actions();
  add();
  press("Escape");
  expect(actions()).toEqual(before);
  expect(host.contains(document.activeElement)).toBe(true);
  add();
  const added = builder.view.editing()!;
  act(() => setPart(builder.draft, added, "action", { value: "x" }, { label: "edit" }));
  press("Escape");
  press("Escape");
  expect(actions()).toEqual([...before, added]);
});

test("an open text field follows undo, a merge and a change of the comparator", () => {
  const builder = testBuilder();
  const host = show(builder);
  act(() => rowElement(host, testKeys.contains)?.focus());
  press("Enter");
  const field = document.activeElement as HTMLTextAreaElement;
  type("lantern");
  expect(builder.draft.part(testKeys.contains, "condition")?.data.condition).toBe("lantern");
  act(() => void builder.draft.undo());
  expect(field.value).toBe("lamp");
  act(() =>
    setPart(
      builder.draft,
      testKeys.contains,
      "condition",
      { condition: "theirs" },
      { label: "merge" },
    ),
  );
  expect(field.value).toBe("theirs");
  type("");
  expect(host.textContent).toContain("Enter text");
  type("again");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("again");
  press("Escape");
  expect(row(host, testKeys.contains)?.textContent).toBe("Title contains “again”, any case");
});

test("a condition is added and filled in by keys alone", () => {
  const builder = testBuilder();
  const host = show(builder);
  act(() => rowElement(host, testKeys.contains)?.focus());
  press("F2");
  press("Enter", { ctrlKey: true });
  expect(labelOf(document.activeElement)).toBe("Field");
  type("pri");
  press("Enter");
  expect(labelOf(document.activeElement)).toBe("Comparator");
  type("at least");
  press("Enter");
  expect(labelOf(document.activeElement)).toBe("Number");
  type("9.5");
  press("Enter");
  expect(document.activeElement?.textContent).toBe("Price is at least 9.5");
  const group = builder.draft.part(testKeys.group, "group");
  expect(
    group?.children.conditions?.indexOf(
      Number((document.activeElement as HTMLElement).dataset["partKey"]),
    ),
  ).toBe(1);
});

test("Tab goes from a row to the add buttons beside it, and skips those of other rows", () => {
  const request = testRequest();
  const { groups } = request.rule;
  const host = show(
    testBuilder({ ...request, rule: { ...request.rule, groups: [...groups, ...groups] } }),
  );
  const reached = () =>
    [...host.querySelectorAll<HTMLElement>(".rule-group .rule-add")].map(
      ({ tabIndex }) => tabIndex,
    );
  expect(reached()).toEqual([-1, -1, -1]);
  const last = [...host.querySelectorAll<HTMLElement>(".rule-group [data-part-kind=condition]")].at(
    -1,
  );
  act(() => last?.focus());
  expect(reached()).toEqual([-1, 0, 0]);
  act(() => rowElement(host, testKeys.contains)?.focus());
  expect(reached()).toEqual([0, -1, -1]);
});

test("the problems of a row are shown below it, and describe the control they are about", () => {
  const builder = testBuilder();
  const host = show(builder);
  act(() =>
    builder.problems.set(testKeys.contains, [
      { message: "Write a text.", field: "condition", kind: "error", from: "api" },
    ]),
  );
  const idle = row(host, testKeys.contains);
  const message = host.querySelector(`#${idle?.getAttribute("aria-describedby")}`);
  expect(message?.textContent).toBe("The service reports: Write a text.");
  act(() => builder.view.edit(testKeys.contains));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement?.getAttribute("aria-describedby")).toBe(message?.id);
});

const fromCheck = (message: string) =>
  ({ message, field: undefined, kind: "error", from: "check" }) as const;
const fromApi = (message: string) => ({ ...fromCheck(message), from: "api" }) as const;

test.each<[problems: readonly PartProblem[], text: string]>([
  [[fromCheck("Select a field")], "Select a field"],
  [
    [fromCheck("Select a field"), fromCheck("Enter text"), fromApi("Too long")],
    "Select a field. Enter text. The service reports: Too long.",
  ],
  [
    [fromCheck("This is no date. Select one."), fromApi("Which one?")],
    "This is no date. Select one. The service reports: Which one?",
  ],
])("the problems %j of a row read as sentences", (problems, text) => {
  const builder = testBuilder();
  const host = show(builder);
  act(() => builder.problems.set(testKeys.contains, problems));
  expect(host.querySelector(".rule-row__problems")?.textContent).toBe(text);
});

const many = (count: number, groups = 1) => {
  const request = testRequest();
  const conditions = Array.from({ length: count }, (_, at) => ({
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeComparatorId: comparatorId("string_contains"),
    condition: `lamp ${at}`,
  }));
  const each = Array.from({ length: groups }, () => ({ conditions }));
  return testBuilder({ ...request, rule: { ...request.rule, groups: each } });
};

test("field and values of a sentence are highlighted in a rule of usual length", () => {
  const host = show(many(3));
  const words = [...host.querySelectorAll("[data-word]")].slice(0, 2);
  expect(words.map((word) => [word.getAttribute("data-word"), word.textContent])).toEqual([
    ["field", "Title"],
    ["value", expect.stringMatching(/^“.*”$/)],
  ]);
});

test("a thousand conditions are few elements, and an edit of one changes none of the others", async () => {
  const builder = many(1_000);
  const host = show(builder);
  expect(host.querySelectorAll(".rule-row").length).toBeGreaterThanOrEqual(1_000);
  expect(host.querySelectorAll("*").length).toBeLessThan(2 * 1_000 + 200);
  expect(host.querySelectorAll("[data-word]")).toHaveLength(0);
  const touched: Node[] = [];
  const watcher = new MutationObserver((records) =>
    touched.push(...records.map(({ target }) => target)),
  );
  watcher.observe(host, { subtree: true, childList: true, characterData: true, attributes: true });
  const part = builder.draft.part(500, "condition");
  act(() =>
    builder.draft.edit({ label: "edit" }, (writer) => {
      if (part) writer.put({ ...part, data: { ...part.data, condition: "sofa" } });
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  watcher.disconnect();
  expect(row(host, 500)?.textContent).toBe("Title contains “sofa”, any case");
  expect(touched.length).toBeGreaterThan(0);
  expect(touched.every((node) => row(host, 500)?.contains(node))).toBe(true);
});

test("what is added among many groups leaves the elements of the others", () => {
  const builder = many(1, 70);
  const host = show(builder);
  const blocks = () => [...host.querySelectorAll(".rule-group")];
  const before = blocks();
  const same = (after: readonly Element[]) => after.map((one, at) => one === before[at]);
  const groups = childrenIn(builder.draft.get(rootKey), "groups");
  act(() => addLast(builder, groups[50] ?? 0, "conditions"));
  expect(same(blocks())).toEqual(before.map(() => true));
  expect(before[50]?.querySelectorAll(".rule-row")).toHaveLength(2);
  expect(before[50]?.contains(document.activeElement)).toBe(true);
  act(() => addAfter(builder, groups[20] ?? 0));
  const after = blocks();
  expect(same(after.toSpliced(21, 1))).toEqual(before.map(() => true));
  const last = after.map(({ textContent }) => textContent.includes("Add group"));
  expect(last.indexOf(true)).toBe(70);
});
