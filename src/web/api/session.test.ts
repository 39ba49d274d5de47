// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { sessionKey, signingInKey } from "./session.ts";

const ana = { id: "a1", name: "Ana", role: "agent" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.resetModules();
});

test.each([
  ["nothing is stored", null, false, null],
  ["a session is stored", JSON.stringify({ signIn: "oidc", person: ana }), false, ana],
  ["the stored text is damaged", "{", false, undefined],
  // Another person may come back, so nothing may be typed before the gateway tells who.
  [
    "the person comes back from signing in",
    JSON.stringify({ signIn: "oidc", person: ana }),
    true,
    null,
  ],
  ["a person comes back for the first time", null, true, null],
])("%s", async (_, stored, isSigningIn, person) => {
  if (stored !== null) localStorage.setItem(sessionKey, stored);
  if (isSigningIn) sessionStorage.setItem(signingInKey, "1");
  const { session } = await import("./session.ts");
  const expected = stored === null && !isSigningIn ? undefined : person;
  expect(session.get()?.person).toEqual(expected);
});
