// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { reportAnswer } from "#web/api/answer-events.ts";
import { connection as connectionQuery } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { ConnectionState } from "#web/connection-state.tsx";
import { openTestApp } from "#web/testing/app.tsx";
import { readWithoutResponse, Reads } from "#web/testing/reads.tsx";
import { ConnectionScreen } from "./connection-screen.tsx";
import { connection, token } from "#web/testing/connection.ts";

afterEach(() => vi.unstubAllGlobals());

/** A gateway that has answered once, and is down now. */
const stopGateway = () => {
  const sent = vi.fn<typeof fetch>(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", sent);
  const state = connection({ tokens: [token({ verdict: "good" })] });
  queryClient.setQueryData(queryKey, state);
  return sent;
};

const { queryKey } = connectionQuery();
const pageText = () => document.body.textContent;

test("while the gateway is down, the screen says so and doesn't call it connected", async () => {
  stopGateway();
  openTestApp({ "/": ConnectionScreen });
  await expect.poll(pageText).toContain("Connected");
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(pageText).toContain("No connection");
  expect(pageText()).toContain("Supercargo's server didn't respond.");
  expect(pageText()).not.toContain("Connected");
  expect(pageText()).not.toContain("Go to Connection");
});

test("a lost response is followed by one request for the connection, however that ends", async () => {
  const sent = stopGateway();
  openTestApp({ "/": ConnectionState });
  // Once the query is in use, responses are heard, too.
  await expect.poll(() => queryClient.getQueryCache().find({ queryKey })?.isActive()).toBe(true);
  reportAnswer(undefined);
  await expect.poll(pageText).toContain("Server not responding");
  expect(sent).toHaveBeenCalledTimes(1);
});

test("while the gateway is asked again, the screen still says why it shows nothing", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const Screen = () => (
    <>
      <ConnectionScreen />
      <Reads of={queryKey} />
    </>
  );
  openTestApp({ "/": Screen });
  await expect.poll(pageText).toContain("Supercargo's server didn't respond.");
  const notice = document.querySelector(".notice");
  await readWithoutResponse(queryKey);
  expect(document.querySelector("[aria-busy=true]")).toBeNull();
  expect(document.querySelector(".notice")).toBe(notice);
});

test("on a phone, long texts have lines of their own", async () => {
  stopGateway();
  queryClient.setQueryData(queryKey, connection({ embedded: true }));
  openTestApp({ "/": ConnectionScreen });
  const listWide = () =>
    [...document.querySelectorAll<HTMLElement>("[data-wide]")].map(
      (wide) => wide.dataset["label"] ?? wide.querySelector("dt")?.textContent,
    );
  await expect
    .poll(() => new Set(listWide()))
    .toEqual(new Set(["Address", "If not available", "Meaning"]));
});
