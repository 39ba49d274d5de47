import type { Connection, ConnectionToken } from "#contract/connection.ts";

/** A token that the upstream accepted, with the given differences. */
export const token = (more: Partial<ConnectionToken> = {}): ConnectionToken => ({
  type: "account",
  id: null,
  verdict: "good",
  waiting: [0, 0, 0, 0, 0, 0, 0, 0],
  used: 0,
  pausedMs: 0,
  ...more,
});

/** A gateway with one good token and no failures, with the given differences. */
export const connection = (more: Partial<Connection> = {}): Connection => ({
  baseUrl: "https://api.example",
  embedded: false,
  rateLimit: 2,
  tokens: [token()],
  lastAnswer: null,
  accountMissing: false,
  failures: [],
  clockAheadMs: null,
  now: "2026-01-01T00:00:00Z",
  silentSince: null,
  ...more,
});
