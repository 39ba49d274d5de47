import { expect, test } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { describeState } from "./connection-state.tsx";

const now = Date.parse("2026-11-21T12:00:00Z");
const token = (verdict: "good" | "refused" | "unproven", waiting = 0) =>
  ({
    type: "account",
    id: null,
    verdict,
    waiting: [waiting, 0, 0, 0, 0, 0, 0, 0],
    used: 0,
    pausedMs: 0,
  }) as Connection["tokens"][number];
const state = (more: Partial<Connection>): Connection => ({
  baseUrl: "https://api.example",
  embedded: false,
  rateLimit: 2,
  tokens: [token("good")],
  lastAnswer: null,
  accountMissing: false,
  failures: [],
  clockAheadMs: null,
  now: "2026-11-21T12:00:00Z",
  silentSince: null,
  ...more,
});

test.each<[Partial<Connection>, string, string]>([
  [{}, "good", "Token valid"],
  [{ tokens: [token("unproven")] }, "still", "Token not checked"],
  [{ tokens: [token("good", 3)] }, "good", "3 requests waiting"],
  [{ tokens: [token("refused")] }, "bad", "Token refused (Account)"],
  [{ tokens: [] }, "bad", "No token"],
  [
    {
      silentSince: "2026-11-21T11:58:00Z",
      lastAnswer: { status: 200, at: "2026-11-21T11:50:00Z" },
    },
    "bad",
    "Stopped responding 2 minutes ago",
  ],
  [{ silentSince: "2026-11-21T11:58:00Z" }, "bad", "No response yet"],
  [{ accountMissing: true }, "bad", "Address may be wrong"],
  [{ accountMissing: true, embedded: true }, "good", "Token valid"],
])("%j: %s, %s", (more, tone, text) =>
  expect(describeState(state(more), now)).toEqual({ tone, text }),
);
