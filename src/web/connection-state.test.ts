import { expect, test } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { describeState } from "./connection-state.tsx";

const now = Date.parse("2026-11-21T12:00:00Z");
const token = (verdict: "good" | "refused" | "unproven") =>
  ({
    type: "account",
    id: null,
    verdict,
    waiting: [0, 0, 0, 0, 0, 0, 0, 0],
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
  [{}, "good", "Connected"],
  [{ tokens: [token("unproven")] }, "still", "Not checked yet"],
  [{ tokens: [token("refused")] }, "bad", "Access refused"],
  [{ tokens: [] }, "bad", "Not set up yet"],
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
  [{ accountMissing: true, embedded: true }, "good", "Connected"],
])("%j: %s, %s", (more, tone, text) =>
  expect(describeState(state(more), now)).toEqual({ tone, text }),
);

test("a person who waits long is told so, unless something is wrong", () => {
  expect(describeState(state({}), now, true).text).toBe("Waiting for data…");
  expect(describeState(state({ tokens: [] }), now, true).text).toBe("Not set up yet");
});
