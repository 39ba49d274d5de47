// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testBuilder, testRequest } from "#web/mapping-rules/builder/test-builder.ts";
import { foldAll } from "./fold-rows.ts";
import type { RuleMoves } from "./rule-moves.ts";
import { getRuleMoves } from "./rule-moves.ts";
import { foldableKeys } from "./shown-rows.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (groups: number): RuleMoves => {
  const request = testRequest();
  const [group] = request.rule.groups;
  const rule = { ...request.rule, groups: Array.from({ length: groups }, () => group!) };
  return getRuleMoves(testBuilder({ ...request, rule }));
};

const foldedIn = ({ builder }: RuleMoves): number =>
  foldableKeys(builder.draft).filter((key) => builder.view.get(key)?.collapsed).length;

test("a short rule unfolds at once", () => {
  const moves = open(3);
  foldAll(moves, true);
  expect(foldedIn(moves)).toBe(foldableKeys(moves.builder.draft).length);
  foldAll(moves, false);
  expect(foldedIn(moves)).toBe(0);
});

test("a long rule unfolds piece by piece, until all of it is unfolded", () => {
  const moves = open(500);
  foldAll(moves, true);
  const all = foldedIn(moves);
  foldAll(moves, false);
  expect(foldedIn(moves)).toBeGreaterThan(0);
  expect(foldedIn(moves)).toBeLessThan(all);
  vi.runAllTimers();
  expect(foldedIn(moves)).toBe(0);
});

test("folding stops a running unfolding", () => {
  const moves = open(500);
  foldAll(moves, true);
  const all = foldedIn(moves);
  foldAll(moves, false);
  foldAll(moves, true);
  vi.runAllTimers();
  expect(foldedIn(moves)).toBe(all);
});
