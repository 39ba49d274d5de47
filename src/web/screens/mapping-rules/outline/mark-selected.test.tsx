import { notifications, notificationsStore } from "@mantine/notifications";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { comparatorId } from "#rules/workflow-records.ts";
import { childrenIn, type PartKey, rootKey } from "#rule-model/draft/part.ts";
import { testBuilder, testFieldIds, testRequest } from "#rule-model/test-builder.ts";
import { openEditor, type OpenEditor } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { dispatchKey, showInEditor } from "#web/testing/rule-editor.tsx";
import { notificationPlace } from "#web/kit/notify.ts";
import { deleteParts, selectRows } from "./edit-commands.ts";
import { foldAll } from "./fold-rows.ts";
import { focusRow } from "./focus-row.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { keyOfRow } from "./shown-rows.ts";

// @vitest-environment happy-dom

afterEach(() => {
  notifications.clean();
  notificationPlace.set(null);
});

/** Two groups of three conditions. */
const openRule = (): OpenEditor => {
  const request = testRequest();
  const conditions = ["oak", "pine", "ash"].map((condition) => ({
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeComparatorId: comparatorId("string_contains"),
    condition,
  }));
  const groups = [{ conditions }, { conditions }];
  return openEditor(testBuilder({ ...request, rule: { ...request.rule, groups } }));
};

const press = (key: string) => act(async () => dispatchKey(key));

const marked = (host: HTMLElement) =>
  [...host.querySelectorAll("[data-picked]")].map((row) => keyOfRow(row));

const groupsOf = ({ builder: { draft } }: OpenEditor) => {
  const keys = childrenIn(draft.get(rootKey), "groups");
  return keys.map((key) => ({ key, rows: childrenIn(draft.get(key), "conditions") }));
};

const start = () => {
  const editor = openRule();
  const { host, close } = showInEditor(editor, <RuleEditor />);
  const [one, two] = groupsOf(editor);
  const select = (keys: readonly PartKey[]) => act(() => selectRows(editor.state, keys));
  return { editor, host, close, one: one!, two: two!, select };
};

const selectedIn = ({ state }: OpenEditor) => [...state.selected.get()];

test("what folding hides is not selected any more, so Delete applies to one row", async () => {
  const { editor, host, one, two, select } = start();
  act(() => void focusRow(host, one.rows[0]!));
  select(one.rows);
  expect(marked(host)).toEqual(one.rows);
  await press("ArrowLeft");
  act(() => foldAll(editor.state, true));
  act(() => foldAll(editor.state, false));
  expect(selectedIn(editor)).toEqual([]);
  act(() => deleteParts(editor.state, one.rows[0]!));
  expect(groupsOf(editor).map(({ rows }) => rows)).toEqual([one.rows.slice(1), two.rows]);
});

test("folding one group ends the selection", async () => {
  const { editor, host, one, two, select } = start();
  act(() => void focusRow(host, one.key));
  select([...one.rows, ...two.rows]);
  await press("ArrowLeft");
  expect(selectedIn(editor)).toEqual([]);
  expect(marked(host)).toEqual([]);
});

test("opening a row ends the selection, with a click as with Enter", async () => {
  const { editor, host, one, select } = start();
  const row = () => host.querySelector<HTMLElement>(`[data-part-key="${one.rows[1]}"]`);
  select(one.rows);
  act(() => row()?.click());
  expect(selectedIn(editor)).toEqual([]);
  await press("Escape");
  select(one.rows);
  expect(marked(host)).toEqual(one.rows);
  await press("Enter");
  expect(selectedIn(editor)).toEqual([]);
});

test("a selected row stays marked when its controls close", async () => {
  const { editor, host, one, select } = start();
  act(() => editor.builder.view.edit(one.rows[1]));
  select(one.rows);
  await act(async () => editor.builder.view.edit(undefined));
  expect(marked(host)).toEqual(one.rows);
});

test("rows selected while their group is folded are marked once it unfolds", async () => {
  const { editor, host, one, select } = start();
  act(() => editor.builder.view.collapse([one.key], true));
  select(one.rows);
  await act(async () => editor.builder.view.collapse([one.key], false));
  expect(marked(host)).toEqual(one.rows);
});

test("the selection ends, and so does the offer to undo a deletion, when the editor leaves the screen", async () => {
  const { editor, close, one, select } = start();
  const offers = () => notificationsStore.getState().notifications.length;
  act(() => deleteParts(editor.state, one.rows[0]!));
  await expect.poll(offers).toBe(1);
  select(one.rows.slice(1));
  close();
  expect(selectedIn(editor)).toEqual([]);
  expect(offers()).toBe(0);
});
