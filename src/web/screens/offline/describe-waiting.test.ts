import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { channelList, sourceList } from "#web/api/account.ts";
import { connection } from "#web/api/connection.ts";
import { workflowMetaData } from "#web/api/mapping-rules.ts";
import {
  describeNoResponse,
  describeSlowness,
  describeWaitingSave,
  findLoadedAt,
} from "./describe-waiting.ts";

interface Loaded {
  key: QueryKey;
  at: number;
  /** Of a screen that was left. */
  isLeft?: boolean;
}

const list = ["rmas", "list"];
const names: Loaded[] = [sourceList(), channelList(), workflowMetaData(), connection()].map(
  ({ queryKey }) => ({ key: queryKey, at: 1 }),
);

test.each<[string, Loaded[], number | undefined]>([
  ["nothing", [], undefined],
  ["only names and the connection", names, undefined],
  ["a list beside names of the page's start", [...names, { key: list, at: 50 }], 50],
  [
    "a list and an older record",
    [
      { key: list, at: 50 },
      { key: ["rmas", "detail"], at: 40 },
    ],
    40,
  ],
  [
    "a list, after another screen",
    [
      { key: list, at: 50 },
      { key: ["x"], at: 4, isLeft: true },
    ],
    50,
  ],
])("the age of the screen is that of its records: %s", (_, loaded, at) => {
  const client = new QueryClient();
  for (const { key, at: updatedAt, isLeft } of loaded) {
    client.setQueryData(key, {}, { updatedAt });
    const observer = new QueryObserver(client, {
      queryKey: key,
      enabled: true,
      staleTime: Infinity,
    });
    if (!isLeft) observer.subscribe(() => {});
  }
  expect(findLoadedAt(client)).toBe(at);
  client.clear();
});

const now = Date.parse("2026-11-21T12:00:00Z");
const fourMinutesAgo = now - 4 * 60_000;

test.each([
  [true, undefined, "Supercargo's server isn't responding."],
  [
    true,
    fourMinutesAgo,
    "Supercargo's server isn't responding. Showing data loaded 4 minutes ago.",
  ],
  [false, fourMinutesAgo, "You're offline. Showing data loaded 4 minutes ago."],
  [false, undefined, "You're offline."],
])("online %j, loaded at %j: %s", (isOnline, loadedAt, words) =>
  expect(describeNoResponse(isOnline, loadedAt, now)).toBe(words),
);

const state = (waiting: number, more: Partial<Connection> = {}, pausedMs = 0): Connection => ({
  baseUrl: "https://api.example",
  embedded: false,
  rateLimit: 2,
  tokens: [
    {
      type: "account",
      id: null,
      verdict: "good",
      waiting: [0, waiting, 0, 0, 0, 0, 0, 0],
      used: 2,
      pausedMs,
    },
  ],
  lastAnswer: null,
  accountMissing: false,
  failures: [],
  clockAheadMs: null,
  now: "2026-11-21T12:00:00Z",
  silentSince: null,
  ...more,
});

test.each<[number, Connection | undefined, string]>([
  [6.8, undefined, "Waiting for 5 seconds."],
  [7, state(0), "Waiting for 5 seconds. The service hasn't answered yet."],
  [7, state(6), "Waiting for 5 seconds. Others are ahead, for about 3 seconds."],
  [
    12,
    state(6, {}, 2_400),
    "Waiting for 10 seconds. The service is busy. Loading continues in 3 seconds.",
  ],
  [
    7,
    state(6, { silentSince: "2026-11-21T11:59:00Z" }),
    "Waiting for 5 seconds. The service isn't responding.",
  ],
])("%f seconds, %j: %s", (seconds, connection, words) =>
  expect(describeSlowness(seconds, connection)).toBe(words),
);

test.each([
  ["waiting", "Waiting to be sent"],
  ["sending", "Sending"],
  ["refused", "Not sent. Open it and try again"],
  ["confirming", "Not sent yet. Open it and confirm"],
])("a save that is %s: %s", (kind, words) => expect(describeWaitingSave(kind)).toBe(words));
