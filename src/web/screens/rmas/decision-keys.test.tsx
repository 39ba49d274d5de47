// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { useDecisionKeys } from "./decision-keys.tsx";

const pressIn = (place: string, init: KeyboardEventInit) =>
  document
    .querySelector(place)
    ?.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));

const act = vi.fn<(action: string) => void>();
const calls = () => act.mock.calls.map(([action]) => action);

const names =
  "next previous selectNext selectPrevious select approve deny approveAll denyAll more less note reason undo save".split(
    " ",
  );
const actions = Object.fromEntries(names.map((name) => [name, () => act(name)]));

const Keys = () => {
  useDecisionKeys({
    ...actions,
    line: (line) => act(`line ${line}`),
    submit: (all) => act(all ? "submit all" : "submit"),
  });
  return null;
};

const open = async () => {
  openTestApp({
    "/": () => (
      <>
        <Keys />
        <div role="dialog">
          <input />
          <button>Remove</button>
        </div>
        <main>
          <input />
          <button>Save</button>
          <p>RMA</p>
        </main>
      </>
    ),
  });
  await expect.poll(() => document.querySelector("main")).not.toBeNull();
  act.mockClear();
};

test("a panel over the decision keeps its keys", async () => {
  await open();
  pressIn("[role=dialog] input", { key: "Enter", ctrlKey: true });
  pressIn("[role=dialog] button", { key: "A", shiftKey: true });
  pressIn("[role=dialog] button", { key: "a" });
  pressIn("main button", { key: "Enter" });
  pressIn("main input", { key: "Enter", ctrlKey: true });
  pressIn("main input", { key: "Enter", ctrlKey: true, shiftKey: true });
  expect(calls()).toEqual(["submit", "submit all"]);
});

test("each key has its action, a held one only where it repeats", async () => {
  await open();
  const keys: [string, string, string | undefined][] = [
    ["j", "", "next"],
    ["J", "shift", "selectNext"],
    ["K", "shift", "selectPrevious"],
    ["a", "", "approve"],
    ["A", "shift", "approveAll"],
    ["d", "", "deny"],
    ["+", "shift", "more"],
    ["=", "", "more"],
    ["-", "", "less"],
    ["7", "", "line 7"],
    ["Enter", "", "save"],
    ["j", "repeat", "next"],
    ["+", "shift repeat", "more"],
    ["Enter", "repeat", undefined],
    ["a", "repeat", undefined],
    ["0", "", undefined],
    ["Tab", "", undefined],
    ["toString", "", undefined],
  ];
  for (const [key, how] of keys) {
    pressIn("main p", { key, shiftKey: how.includes("shift"), repeat: how.includes("repeat") });
    // A single key waits until no scanner can be typing.
    pressIn("main p", { key: "u" });
    await expect.poll(() => calls().at(-1)).toBe("undo");
    act("done");
  }
  expect(calls()).toEqual(
    keys.flatMap(([, , action]) => [...(action ? [action] : []), "undo", "done"]),
  );
});
