import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testBuilder, testRequest } from "#rule-model/test-builder.ts";
import { foldableKeys } from "#rule-model/draft/draft-rule.ts";
import { foldAll } from "./fold-rows.ts";
import { type EditorState, createEditorState } from "./editor-state.ts";

// @vitest-environment happy-dom

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (groups: number): EditorState => {
  const request = testRequest();
  const [group] = request.rule.groups;
  const rule = { ...request.rule, groups: Array.from({ length: groups }, () => group!) };
  return createEditorState(testBuilder({ ...request, rule }));
};

const foldedIn = ({ builder }: EditorState): number =>
  foldableKeys(builder.draft).filter((key) => builder.view.get(key)?.collapsed).length;

test("a short rule unfolds at once", () => {
  const editor = open(3);
  foldAll(editor, true);
  expect(foldedIn(editor)).toBe(foldableKeys(editor.builder.draft).length);
  foldAll(editor, false);
  expect(foldedIn(editor)).toBe(0);
});

test("a long rule unfolds piece by piece, until all of it is unfolded", () => {
  const editor = open(500);
  foldAll(editor, true);
  const all = foldedIn(editor);
  foldAll(editor, false);
  expect(foldedIn(editor)).toBeGreaterThan(0);
  expect(foldedIn(editor)).toBeLessThan(all);
  vi.runAllTimers();
  expect(foldedIn(editor)).toBe(0);
});

test("folding stops a running unfolding", () => {
  const editor = open(500);
  foldAll(editor, true);
  const all = foldedIn(editor);
  foldAll(editor, false);
  foldAll(editor, true);
  vi.runAllTimers();
  expect(foldedIn(editor)).toBe(all);
});
