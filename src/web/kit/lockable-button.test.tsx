// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { LockableButton } from "./lockable-button.tsx";

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
