// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { later } from "./later.tsx";

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

let unmount: (() => void) | undefined;
afterEach(() => act(() => unmount?.()));

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

const render = async (content: React.ReactNode) => {
  const host = document.createElement("div");
  const root = createRoot(host);
  unmount = () => root.unmount();
  await act(async () => root.render(content));
  return host;
};

test("code loads with the first rendering, and its replacement is shown until then", async () => {
  let resolve = (_code: typeof Greeting) => {};
  const promise = new Promise<typeof Greeting>((done) => (resolve = done));
  const Later = later(() => promise);
  const host = await render(<Later name="Ada" instead={<i>Wait</i>} />);
  expect(host.innerHTML).toBe("<i>Wait</i>");
  await act(async () => resolve(Greeting));
  expect(host.innerHTML).toBe("<p>Hello Ada</p>");
});

test("loaded code renders at once, and is requested once", async () => {
  let requests = 0;
  const Later = later(async () => {
    requests += 1;
    return Greeting;
  });
  await Later.load();
  const host = document.createElement("div");
  const root = createRoot(host);
  unmount = () => root.unmount();
  act(() => root.render(<Later name="Ada" instead={<i>Wait</i>} />));
  expect(host.innerHTML).toBe("<p>Hello Ada</p>");
  expect(requests).toBe(1);
});

test("after a failure the next rendering requests the code again", async () => {
  let works = false;
  let failures = 0;
  const Later = later(async () => {
    if (!works) throw new Error("Failed to fetch dynamically imported module");
    return Greeting;
  });
  const onFail = () => (failures += 1);
  const host = await render(<Later name="Ada" onFail={onFail} />);
  expect(host.innerHTML).toBe("");
  expect(failures).toBe(1);
  act(() => unmount?.());
  works = true;
  expect((await render(<Later name="Ada" onFail={onFail} />)).innerHTML).toBe("<p>Hello Ada</p>");
});
