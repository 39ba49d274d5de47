import { describe, expect, test } from "vitest";
import type { CatalogProblem, CatalogState } from "#contract/catalog.ts";
import { firstSweep as sweep, freshCatalog } from "#web/testing/catalog.ts";
import { describeCatalog, describeCatalogProblem } from "./describe-catalog.ts";

const now = 120_000;
const none: Partial<CatalogState> = { sweptFrom: null, sweptAt: null, checkedAt: null };

describe("describeCatalog", () => {
  test.each<[Partial<CatalogState>, string, string]>([
    [{ opening: { done: 12_000, total: 100_000 } }, "Preparing the search", "12,000 of 100,000"],
    [{ ...none, phase: "loading" }, "Loading products", ""],
    [{ phase: "loading", sweep }, "Loading products", "600 of about 2,000 · about 20 s left"],
    [
      { phase: "loading", sweep: { ...sweep, total: null, leftMs: null } },
      "Loading products",
      "600 products",
    ],
    [
      { phase: "loading", sweep: { ...sweep, seen: 2_100 } },
      "Loading products",
      "2,100 of about 2,100 · about 20 s left",
    ],
    [
      { phase: "checking", sweep: { ...sweep, first: false } },
      "Checking all products",
      "600 of about 2,000 · about 20 s left",
    ],
    [
      { phase: "checking" },
      "Checking for updates",
      "Updated 2 minutes ago · prices and stock 2 minutes ago",
    ],
    [{}, "All 2,000 products", "Updated 2 minutes ago · prices and stock 2 minutes ago"],
    [{ ...none, products: 1, sweptAt: 0 }, "1 product", ""],
    [{ ...none, phase: "stopped", sweep, products: 600 }, "600 products loaded so far", ""],
    [
      { ...none, unreadable: 2 },
      "2,000 products loaded so far",
      "2 records without an ID left out",
    ],
  ])("%j", (change, title, detail) =>
    expect(describeCatalog({ ...freshCatalog, ...change }, now)).toMatchObject({ title, detail }),
  );

  test.each([
    [0, "a few seconds left"],
    [9_999, "a few seconds left"],
    [12_000, "about 20 s left"],
    [60_000, "about 1 min left"],
    [17 * 60_000, "about 17 min left"],
    [90 * 60_000, "about 1 h 30 min left"],
  ])("%j ms", (leftMs, words) =>
    expect(
      describeCatalog({ ...freshCatalog, phase: "loading", sweep: { ...sweep, leftMs } }, now)
        .detail,
    ).toContain(` · ${words}`),
  );
});

describe("describeCatalogProblem", () => {
  const problem: CatalogProblem = { kind: "limit", status: 429, detail: "Slow down." };
  test.each<[Partial<CatalogState>, Partial<CatalogProblem>, string, string]>([
    [
      { phase: "waiting", waitingUntil: 123_500 },
      {},
      "Rate limit reached",
      "Loading continues automatically. Retrying in 4 s.",
    ],
    [
      { phase: "stopped" },
      { kind: "token", status: 401, detail: "Unknown token." },
      "Token refused",
      "Ask an administrator to set a valid token, then try again. The service says: Unknown token.",
    ],
    [
      { phase: "stopped" },
      { kind: "token", status: 403, detail: "" },
      "The token has no access to this channel",
      "Ask an administrator to set a token of the account or of this channel, then try again.",
    ],
  ])("%j, %j", (state, part, title, advice) =>
    expect(
      describeCatalogProblem({ ...freshCatalog, ...state }, { ...problem, ...part }, now),
    ).toEqual({ title, advice }),
  );
});
