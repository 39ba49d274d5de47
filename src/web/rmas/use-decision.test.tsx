// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/api/session.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { namedUpstream } from "#web/ui/upstream-key.ts";
import { typeDecision } from "./credit.ts";
import { getDesk } from "./decision-desks.ts";
import { waitingRma } from "./test-rma.ts";
import { type DecisionState, useDecision } from "./use-decision.ts";

const rma = { ...waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]), id: 61 };

const connectTo = (baseUrl: string) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as never);

let root: Root | undefined;

/** Opens the decision on an RMA while the gateway answers nothing, or fails. */
const openDecision = (id: number, fetched: () => Promise<never>) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  session.set({ signIn: "none", person: null });
  vi.stubGlobal("fetch", fetched);
  let state: DecisionState | undefined;
  const Decision = () => {
    const decision = useDecision(id, rma);
    useEffect(() => {
      state = decision;
    });
    return null;
  };
  root = createRoot(document.createElement("div"));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  root.render(
    <RouterContextProvider router={router as never}>
      <Decision />
    </RouterContextProvider>,
  );
  return () => state;
};

afterEach(() => {
  // First: it reads the connection again once the cache is empty.
  root?.unmount();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
  namedUpstream.set(undefined);
  session.set(null);
});

test("nothing can be decided until the upstream is known", async () => {
  const state = openDecision(61, () => new Promise(() => {}));
  await expect.poll(() => state()?.forbidden).toBe("Waiting for the gateway");
  connectTo("https://one.example");
  await expect.poll(() => state()?.forbidden).toBeUndefined();
  expect(state()?.desk).toBe(getDesk(61));
});

test.each([
  ["without", 62, false],
  ["with", 63, true],
])(
  "a decision on an assumed upstream goes on on the one that is named, %s typed text",
  async (_, id, typed) => {
    localStorage.setItem("supercargo.upstream", "https://one.example");
    const stored = typeDecision({}, rma.items[0]!, "note", "Stored for two");
    writeDraft(`rma.${id} https://two.example`, stored);
    const state = openDecision(id, () => Promise.reject(new TypeError("no answer")));
    await expect.poll(() => state() && state()?.forbidden === undefined).toBe(true);
    const { desk } = state()!;
    expect(state()?.draft).toEqual({});
    const draft = typeDecision({}, rma.items[0]!, "approvedQuantity", "2");
    if (typed) desk.change(draft);
    connectTo("https://two.example");
    const all = { 7: { ...stored[7], ...(typed ? draft[7] : {}) } };
    await expect.poll(() => state()?.draft).toEqual(all);
    expect([state()?.desk, getDesk(id)]).toEqual([desk, desk]);
    expect(readDraft(`rma.${id} https://one.example`)).toBeUndefined();
  },
);

test("a decision that was typed on a named upstream stays when another one is named", async () => {
  connectTo("https://one.example");
  const state = openDecision(64, () => new Promise(() => {}));
  await expect.poll(() => state() && state()?.forbidden === undefined).toBe(true);
  const { desk } = state()!;
  desk.change(typeDecision({}, rma.items[0]!, "approvedQuantity", "2"));
  connectTo("https://two.example");
  await expect.poll(() => state()?.dirty).toBe(true);
  expect(state()?.desk).toBe(desk);
  expect(getDesk(64)).not.toBe(desk);
});
