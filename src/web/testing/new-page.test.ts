// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("a request that a test doesn't answer reaches no network, also after the answers of another test", async () => {
  for (const answer of [undefined, Response.json([])]) {
    if (answer !== undefined) vi.stubGlobal("fetch", async () => answer);
    vi.unstubAllGlobals();
    await expect(fetch("/api/rma")).rejects.toThrow("A test has no network");
  }
});
