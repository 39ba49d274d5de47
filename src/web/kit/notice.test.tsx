// @vitest-environment happy-dom
import { act, type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Provider } from "#web/provider.tsx";
import { Notice } from "./notice.tsx";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

/** A notice that its button closes, beside what `around` adds. */
const Closing = ({ around }: { around: (notice: ReactNode) => ReactNode }) => {
  const [open, setOpen] = useState(true);
  return around(
    open && (
      <Notice
        title="Conflict"
        actions={
          <button type="button" onClick={() => setOpen(false)}>
            Continue
          </button>
        }
      />
    ),
  );
};

const show = (around: (notice: ReactNode) => ReactNode) => {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => act(() => root.unmount()));
  act(() =>
    root.render(
      <Provider>
        <Closing around={around} />
      </Provider>,
    ),
  );
};

const find = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const focused = () => document.activeElement?.textContent;

const Form = ({ notice }: { notice: ReactNode }) => (
  <form>
    <button type="button">Other</button>
    {notice}
    <button type="submit">Save</button>
  </form>
);

test.each<[string, (notice: ReactNode) => ReactNode, string]>([
  ["its form's save button", (notice) => <Form notice={notice} />, "Save"],
  [
    "the marked button of its area",
    (notice) => (
      <div data-save-area>
        <button>Other</button>
        {notice}
        <button data-saves>Save items</button>
      </div>
    ),
    "Save items",
  ],
])("the focus of a notice that disappears goes to %s", (_, around, name) => {
  show(around);
  act(() => find("Continue")?.focus());
  act(() => find("Continue")?.click());
  expect(find("Continue")).toBeUndefined();
  expect(focused()).toBe(name);
});

test("a notice that disappears leaves the focus where it is", () => {
  show((notice) => <Form notice={notice} />);
  act(() => find("Other")?.focus());
  act(() => find("Continue")?.click());
  expect(find("Continue")).toBeUndefined();
  expect(focused()).toBe("Other");
});
