import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { onAnswer } from "./answer-events.ts";
import { tryAddresses } from "./base-addresses.ts";
import { connection } from "./connection.ts";

const state: Connection = {
  baseUrl: "https://api.example",
  embedded: false,
  rateLimit: 2,
  tokens: [],
  lastAnswer: null,
  accountMissing: false,
  failures: [],
  clockAheadMs: null,
  now: "2026-01-01T00:00:00Z",
  silentSince: null,
};

const sent = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal("fetch", sent));
afterEach(() => {
  sent.mockReset();
  vi.unstubAllGlobals();
});

const readConnection = () => {
  const { queryFn } = connection() as { queryFn: (given: object) => Promise<unknown> };
  return queryFn({ signal: new AbortController().signal });
};

/** The error of a request, and what it reported. */
const observe = async (request: () => Promise<unknown>) => {
  const reports: unknown[] = [];
  const stop = onAnswer((ok, isOwn) => reports.push([ok, isOwn]));
  const error: unknown = await request().then(
    () => undefined,
    (cause: unknown) => cause,
  );
  stop();
  return { error, reports };
};

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const cut = async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("cut")) });
  return new Response(body);
};
const silence = {
  error: { name: "ApiError", status: 0, message: /server didn't respond/ },
  reports: [[undefined, true]],
};
const aborted = new DOMException("", "AbortError");

test.each([
  ["the connection", "is not reached", readConnection, lost, silence],
  ["the connection", "is cut", readConnection, cut, silence],
  ["other addresses", "is not reached", tryAddresses, lost, silence],
  ["other addresses", "is cut", tryAddresses, cut, silence],
  [
    "the connection",
    "is aborted",
    readConnection,
    () => Promise.reject(aborted),
    { error: aborted, reports: [] },
  ],
  [
    "the connection",
    "is no JSON",
    readConnection,
    async () => new Response("<p>"),
    { error: { outcome: "invalid" }, reports: [[true, true]] },
  ],
  [
    "the connection",
    "is a refusal",
    readConnection,
    async () => new Response("{}", { status: 503 }),
    { error: { status: 503 }, reports: [] },
  ],
  [
    "the connection",
    "arrives",
    readConnection,
    async () => Response.json(state),
    { error: undefined, reports: [[true, true]] },
  ],
])("a response about %s that %s", async (_, __, request, answer, expected) => {
  sent.mockImplementation(answer);
  const { error, reports } = await observe(request);
  expect({ error, reports }).toMatchObject(expected);
});
