// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { RetryFailed } from "./send-again.tsx";

afterEach(() => vi.unstubAllGlobals());

test("failed events that are loaded after their tab was left aren't offered", async () => {
  let respond = () => {};
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        respond = () => resolve(Response.json([{ id: 7, status: "external_failure" }]));
      }),
  );
  const onLoaded = vi.fn<(failed: unknown) => void>();
  const tab = "external_failure";
  const screen = openTestApp({
    "/": () => <RetryFailed id={1} status="active" tab={tab} onLoaded={onLoaded} />,
    "/left": () => <h1>Left</h1>,
  });
  const load = async () => {
    await pressButton("Send failed events again…");
    await expect.poll(() => queryClient.isFetching()).toBe(1);
  };
  await load();
  respond();
  await expect.poll(() => onLoaded.mock.calls).toHaveLength(1);
  await load();
  screen.open("/left");
  await expect.poll(() => document.body.textContent).toBe("Left");
  respond();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(onLoaded).toHaveBeenCalledOnce();
});
