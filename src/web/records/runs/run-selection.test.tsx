// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { RunSelection } from "./run-selection.tsx";

const permission = { role: "viewer" } as const;
const actions = [
  { action: "approve", label: "Approve", permission },
  { action: "deny", label: "Deny", permission },
] as const;

const clear = vi.fn<() => void>();
/** Tells that the run of the dialog that was opened last, or before, has started. */
let starts: (() => void)[] = [];

beforeEach(() => {
  starts = [];
  clear.mockReset();
});

const show = () =>
  openTestApp({
    "/": () => (
      <RunSelection
        rows={[{ id: 1 }]}
        actions={actions}
        clear={clear}
        dialog={({ action, onStarted, onClose }) => (
          <section aria-label={action}>
            <button onClick={() => starts.push(onStarted)}>Start</button>
            <button onClick={onClose}>Cancel</button>
          </section>
        )}
      />
    ),
  });

const shown = () => document.querySelector("section")?.getAttribute("aria-label");

test("a run that has started closes its dialog, and clears the selection", async () => {
  show();
  await pressButton("Approve…");
  await pressButton("Start");
  starts[0]?.();
  await expect.poll(shown).toBeUndefined();
  expect(clear).toHaveBeenCalledOnce();
});

test("a run that starts after its dialog was closed leaves that of another action open", async () => {
  show();
  await pressButton("Approve…");
  await pressButton("Start");
  await pressButton("Cancel");
  await expect.poll(shown).toBeUndefined();
  await pressButton("Deny…");
  await expect.poll(shown).toBe("deny");
  starts[0]?.();
  expect(shown()).toBe("deny");
  expect(clear).not.toHaveBeenCalled();
});
