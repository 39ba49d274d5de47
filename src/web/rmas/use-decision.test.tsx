// @vitest-environment happy-dom
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/api/session.ts";
import { namedUpstream } from "#web/ui/upstream-key.ts";
import { typeDecision } from "./credit.ts";
import { getDesk } from "./decision-desks.ts";
import { waitingRma } from "./test-rma.ts";
import { type DecisionState, useDecision } from "./use-decision.ts";

const rma = { ...waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]), id: 61 };

const connectTo = (baseUrl: string) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as never);

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
  const root = createRoot(document.createElement("div"));
  onTestFinished(() => root.unmount());
  root.render(createElement(Decision));
  return () => state;
};

afterEach(() => {
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
  ["follows the gateway, which names another upstream than was assumed", 62, false],
  ["stays where something was typed on the upstream that was assumed", 63, true],
])("a decision %s", async (_, id, typed) => {
  localStorage.setItem("supercargo.upstream", "https://one.example");
  const state = openDecision(id, () => Promise.reject(new TypeError("no answer")));
  await expect.poll(() => state() && state()?.forbidden === undefined).toBe(true);
  const assumed = state()!.desk;
  if (typed) assumed.change(typeDecision({}, rma.items[0]!, "approvedQuantity", "2"));
  connectTo("https://two.example");
  await expect.poll(() => state()?.desk === (typed ? assumed : getDesk(id))).toBe(true);
  expect(getDesk(id)).not.toBe(assumed);
});
