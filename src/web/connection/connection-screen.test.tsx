// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { reportAnswer } from "#web/api/answer-events.ts";
import { connection as connectionQuery } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { ConnectionState } from "#web/connection-state.tsx";
import { showScreen } from "#web/ui/test-screen.tsx";
import { ConnectionScreen } from "./connection-screen.tsx";
import { connection, token } from "./test-connection.ts";

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
  await showScreen(<ConnectionScreen />);
  expect(pageText()).toContain("Connected");
  await act(async () => {
    await queryClient.refetchQueries({ queryKey });
    // The queries' observers hear of it in a task of their own.
    await new Promise((done) => setTimeout(done));
  });
  expect(pageText()).toContain("No response");
  expect(pageText()).toContain("The console's gateway didn't respond.");
  expect(pageText()).not.toContain("Connected");
  expect(pageText()).not.toContain("Go to Connection");
});

test("a lost response is followed by one request for the connection, however that ends", async () => {
  const sent = stopGateway();
  await showScreen(<ConnectionState />);
  await act(async () => {
    reportAnswer(undefined);
    await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe("error"));
  });
  expect(pageText()).toContain("No response from the gateway");
  expect(sent).toHaveBeenCalledTimes(1);
});
