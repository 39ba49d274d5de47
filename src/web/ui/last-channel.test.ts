import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/api/session.ts";
import { lastChannel, parseChannelId, rememberChannel } from "./last-channel.ts";
import { namedUpstream, whenUpstreamIsKnown } from "./upstream-key.ts";

const connectTo = (baseUrl: string, embedded = false) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded } as Connection);

const view = async (channel: number) => {
  rememberChannel(channel);
  await new Promise<void>((done) => whenUpstreamIsKnown(done));
};

/** A new page, whose gateway hasn't answered yet. */
const openPage = () => {
  queryClient.clear();
  namedUpstream.set(undefined);
  let answer = (_: Connection) => {};
  const promise = new Promise<Connection>((done) => (answer = done));
  void queryClient.fetchQuery({ ...connection(), queryFn: () => promise });
  return (baseUrl: string) => answer({ baseUrl, embedded: false } as Connection);
};

beforeEach(() => {
  session.set({ signIn: "none", person: null });
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => {
  queryClient.clear();
  namedUpstream.set(undefined);
  vi.unstubAllGlobals();
});

test.each([
  ["7", 7],
  ["0", undefined],
  ["x", undefined],
  [null, undefined],
])("the channel of %j is %j", (text, id) => expect(parseChannelId(text)).toBe(id));

test("the last channel of one upstream is not that of another", async () => {
  connectTo("https://one.example");
  await view(7);
  connectTo("https://two.example");
  expect(lastChannel()).toBeUndefined();
  await view(3);
  connectTo("https://one.example");
  expect(lastChannel()).toBe(7);
});

test.each([
  ["the last one of another upstream", 7, undefined],
  ["another one", 8, 8],
])("a channel is viewed before the gateway names a new upstream: %s", async (_, id, last) => {
  connectTo("https://one.example");
  await view(7);
  const answer = openPage();
  expect(lastChannel()).toBe(7);
  const viewed = view(id);
  answer("https://two.example");
  await viewed;
  expect(lastChannel()).toBe(last);
});

test("the first channel that a browser views is remembered, before the gateway has answered, too", async () => {
  const answer = openPage();
  const viewed = view(5);
  answer("https://one.example");
  await viewed;
  expect(lastChannel()).toBe(5);
});
