// @vitest-environment happy-dom
import { isValidElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "#web/base/session.ts";
import { signInScreen } from "#web/base/shell-stores.ts";
import { signOut } from "./person-menu.tsx";

const ana = { id: "a1", name: "Ana", role: "agent" } as const;

/** How the screen says that the person signed out; undefined without one. */
const ending = (): unknown => {
  const node = signInScreen.get();
  return isValidElement<{ ending: unknown }>(node) ? node.props.ending : undefined;
};

beforeEach(() => {
  localStorage.clear();
  session.set({ signIn: "oidc", person: ana });
  signInScreen.set(null);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["here", false, 200, "left"],
  ["here, after the session has ended,", false, 401, "left"],
  ["everywhere", true, 200, "left"],
  ["everywhere, after the session has ended,", true, 401, "leftHere"],
  ["without the gateway", false, 503, undefined],
  ["everywhere without the gateway", true, 503, undefined],
])("signing out %s hides everything and says what ended", async (_, everywhere, status, how) => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Response.json({ providerSignOut: null }, { status });
  });
  await signOut(everywhere);
  expect([asked, ending()]).toEqual([[{ everywhere }], how]);
  expect(localStorage.getItem("supercargo.session")).toBe(
    how ? '{"signIn":"oidc","person":null}' : null,
  );
});
