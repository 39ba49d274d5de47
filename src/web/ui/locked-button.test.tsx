// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Provider } from "#web/provider.tsx";
import { LockedButton } from "./locked-button.tsx";

beforeAll(() => {
  // The code of the reason arrives at its own time, outside `act`.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

/** The first import may take seconds on a busy machine. */
const patient = { timeout: 10_000 };

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
  await vi.waitFor(() => expect(findButton()?.getAttribute("aria-description")).toBe(why), patient);
  const button = findButton()!;
  button.focus();
  await vi.waitFor(() => expect(readReason()).toBe(why), patient);
  expect(document.activeElement).toBe(button);
  button.click();
  expect(onClick).not.toHaveBeenCalled();
  button.blur();
  await vi.waitFor(() => expect(readReason()).toBeUndefined(), patient);
  button.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  await vi.waitFor(() => expect(readReason()).toBe(why), patient);
  button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await vi.waitFor(() => expect(readReason()).toBeUndefined(), patient);
});
