import { expect, it } from "vitest";
import { chooseToken } from "./tokens.ts";

const sources = new Map([
  [12, "s12"],
  [13, "s13"],
]);
const channels = new Map([[3, "c3"]]);
const bySource = {
  tokens: ["account", "source"],
  owner: { type: "source", in: "query", name: "filterSourceId" },
} as const;
const byChannel = {
  tokens: ["account", "channel"],
  owner: { type: "channel", in: "path", name: "channelId" },
} as const;
const accountOnly = { tokens: ["account"] } as const;
const anyType = { tokens: ["account", "source", "channel"] } as const;
const all = { accountToken: "a", sourceTokens: sources, channelTokens: channels };
const missing = (...tokens: string[]) => ({ missing: tokens });

it.each([
  {
    name: "the source's own",
    operation: bySource,
    id: 12,
    tokens: all,
    expected: { token: "s12" },
  },
  {
    name: "the Account's for a source without one",
    operation: bySource,
    id: 99,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "the Account's when no source is named",
    operation: bySource,
    id: undefined,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "the channel's own",
    operation: byChannel,
    id: 3,
    tokens: all,
    expected: { token: "c3" },
  },
  {
    name: "the Account's for what is the account's",
    operation: accountOnly,
    id: undefined,
    tokens: all,
    expected: { token: "a" },
  },
  {
    name: "none for what is the account's",
    operation: accountOnly,
    id: undefined,
    tokens: { sourceTokens: sources, channelTokens: channels },
    expected: missing("account"),
  },
  {
    name: "none for another source",
    operation: bySource,
    id: 99,
    tokens: { sourceTokens: sources },
    expected: missing("account", "source 99"),
  },
  {
    name: "none where two would fit",
    operation: bySource,
    id: undefined,
    tokens: { sourceTokens: sources },
    expected: missing("account", "source"),
  },
  {
    name: "the only one there is",
    operation: anyType,
    id: undefined,
    tokens: { channelTokens: channels },
    expected: { token: "c3" },
  },
  {
    name: "none for another channel, though there is only one",
    operation: byChannel,
    id: 4,
    tokens: { channelTokens: channels },
    expected: missing("account", "channel 4"),
  },
  {
    name: "none of the wrong type",
    operation: byChannel,
    id: undefined,
    tokens: { sourceTokens: new Map([[1, "s1"]]) },
    expected: missing("account", "channel"),
  },
  {
    name: "none where none is configured",
    operation: anyType,
    id: undefined,
    tokens: {},
    expected: missing("account", "source", "channel"),
  },
])("chooses $name", ({ operation, id, tokens, expected }) => {
  expect(chooseToken(operation, id, tokens)).toMatchObject(expected);
});
