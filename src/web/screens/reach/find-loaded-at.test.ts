import { type QueryKey, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { channelList, sourceList } from "#web/api/account.ts";
import { connection } from "#web/api/connection.ts";
import { workflowMetaData } from "#web/api/mapping-rules.ts";
import { findLoadedAt } from "./find-loaded-at.ts";

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
