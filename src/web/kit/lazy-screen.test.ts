import { afterEach, expect, test, vi } from "vitest";
import { lazyScreen } from "./lazy-screen.ts";

afterEach(() => vi.unstubAllGlobals());

const missing = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");

test.each<[string, () => Promise<Response>, string]>([
  ["answers: a newer version may be there", async () => new Response("ok"), missing.message],
  ["asks to sign in", async () => new Response("", { status: 401 }), missing.message],
  [
    "is behind a proxy that doesn't reach it",
    async () => new Response("", { status: 502 }),
    "didn't respond",
  ],
  ["can't be reached", async () => Promise.reject(new TypeError("failed")), "didn't respond"],
])("a screen whose code is missing, with a gateway that %s", async (_, answer, message) => {
  vi.stubGlobal("fetch", answer);
  const Lazy = lazyScreen(async (): Promise<{ A: () => null }> => Promise.reject(missing), "A");
  await Lazy.preload?.();
  expect(() => Lazy({})).toThrow(message);
});
