// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { testBuilder } from "#rule-model/testing/builder.ts";
import type { TabDraft } from "./tab-draft.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { type OpenRule, type RuleSession, useRuleSession } from "./open-rule.ts";

vi.mock("idb-keyval", () => ({
  createStore: () => undefined,
  set: async () => {},
  del: async () => {},
}));

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let rules = 0;

/** A rule with unsaved changes, whose screen can be opened and left. */
const holdRule = (kind: SaveKind) => {
  const builder = testBuilder();
  const base = builder.trees.mappingRule();
  const stateOf = (phase: SaveKind, dirty: boolean) =>
    ({ phase: { kind: phase }, dirty, created: true, base }) as never;
  const state = createValueStore(stateOf(kind, true));
  const saving = { state } as unknown as OpenRule["saving"];
  const release = vi.fn<() => void>();
  const keep = vi.fn<TabDraft["keep"]>(() => release);
  const key = `embedded|rule ${(rules += 1)}|1`;
  const isShared = async () => false;
  const place: TabDraft = { key, tabNumber: 1, draft: undefined, keep, isShared };
  const openScreen = () => {
    let session: RuleSession | undefined;
    const open = () => ({ builder, saving, restored: undefined });
    const Screen = () => {
      const opened = useRuleSession({ place, created: true, open }, () => undefined);
      useEffect(() => {
        session = opened;
      });
      return null;
    };
    const root = createRoot(document.createElement("div"));
    act(() => root.render(<Screen />));
    const leave = () => act(() => root.unmount());
    onTestFinished(leave);
    return { session: session!, leave };
  };
  return {
    keep,
    release,
    openScreen,
    setState: (...now: Parameters<typeof stateOf>) => state.set(stateOf(...now)),
  };
};

test.each<[kind: SaveKind, kept: boolean]>([
  ["waiting", true],
  ["reading", true],
  ["sending", true],
  ["editing", false],
  ["conflict", false],
])("a rule that is left while its save is %s keeps its draft from other tabs: %s", (kind, kept) => {
  const { keep, release, openScreen } = holdRule(kind);
  openScreen().leave();
  expect(keep).toHaveBeenCalledTimes(kept ? 1 : 0);
  expect(release).not.toHaveBeenCalled();
});

test("other tabs may have the draft again once the save has arrived", () => {
  const { release, openScreen, setState } = holdRule("waiting");
  openScreen().leave();
  setState("sending", true);
  setState("refused", true);
  expect(release).not.toHaveBeenCalled();
  setState("editing", false);
  expect(release).toHaveBeenCalledOnce();
});

test("a screen that is opened again has the same rule, and its draft by itself", () => {
  const { keep, release, openScreen } = holdRule("waiting");
  const first = openScreen();
  first.leave();
  const again = openScreen();
  expect(again.session).toBe(first.session);
  expect(release).toHaveBeenCalledOnce();
  again.leave();
  expect(keep).toHaveBeenCalledTimes(2);
});
