// @vitest-environment happy-dom

import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { LockableButton, LockedButton } from "./button.tsx";

beforeAll(() => {
  // The code of the reason arrives at its own time, outside `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

const why = "Your role can't approve RMAs.";

const findButton = () => document.querySelector("button");
const readReason = () => document.querySelector("[role=tooltip]")?.textContent;

test("a locked button keeps its focus when the code of its reason arrives, and does nothing", async () => {
  const onClick = vi.fn<() => void>();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => root.unmount());
  root.render(
    <Provider>
      <LockedButton why={why} onClick={onClick}>
        Approve
      </LockedButton>
    </Provider>,
  );
  await expect.poll(() => findButton()?.getAttribute("aria-description")).toBe(why);
  const button = findButton()!;
  button.focus();
  await expect.poll(() => readReason()).toBe(why);
  expect(document.activeElement).toBe(button);
  button.click();
  expect(onClick).not.toHaveBeenCalled();
  button.blur();
  await expect.poll(() => readReason()).toBeUndefined();
  button.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  await expect.poll(() => readReason()).toBe(why);
  button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await expect.poll(() => readReason()).toBeUndefined();
});

// @vitest-environment happy-dom

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

test("a button that is locked keeps the focus and does nothing until it is unlocked", () => {
  const onClick = vi.fn<() => void>();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => act(() => root.unmount()));
  const show = (locked: boolean) =>
    act(() =>
      root.render(
        <Provider>
          <LockableButton locked={locked} onClick={onClick}>
            Next
          </LockableButton>
        </Provider>,
      ),
    );
  show(false);
  const button = document.querySelector("button")!;
  button.focus();
  button.click();
  show(true);
  button.click();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(onClick).toHaveBeenCalledTimes(1);
  show(false);
  button.click();
  expect(onClick).toHaveBeenCalledTimes(2);
});
