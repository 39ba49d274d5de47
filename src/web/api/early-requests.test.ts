import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountOperations } from "#contract/account.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import { fetchAnswer, type CallInput } from "./call.ts";
import { abortEarlyRequests } from "./early-requests.ts";

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const place = globalThis as { earlyRequests?: object[] };

const page = (totalCount: number, status = 200) =>
  new Response(status < 400 ? "[]" : "{}", {
    status,
    headers: { "x-total-count": String(totalCount) },
  });

/** The early request of `public/boot.js` for the first page of RMAs. */
const early = (response: Promise<Response>) => {
  const abort = vi.fn<() => void>();
  response.catch(() => {});
  place.earlyRequests = [
    { url: "/api/sources", response: Promise.resolve(page(2)), abort: () => undefined },
    { url: "/api/rma?pageNumber=1&pageSize=50", response, abort },
  ];
  return abort;
};

beforeEach(() => {
  vi.stubGlobal("fetch", sent);
  sent.mockImplementation(async () => page(7));
});
afterEach(() => {
  sent.mockReset();
  vi.unstubAllGlobals();
  delete place.earlyRequests;
});

const firstPage = { pageNumber: 1, pageSize: 50 };
const totalOf = async (input: CallInput<typeof rmaOperations.listRmas>) =>
  (await fetchAnswer(rmaOperations.listRmas, input)).total;

test("each request takes its own response, in any order", async () => {
  early(Promise.resolve(page(3)));
  expect((await fetchAnswer(accountOperations.listSources, {})).total).toBe(2);
  expect(await totalOf({ query: firstPage })).toBe(3);
  expect(sent).toHaveBeenCalledTimes(0);
});

test("the same request takes the early response once; the next one is sent", async () => {
  early(Promise.resolve(page(3)));
  expect(await totalOf({ query: firstPage })).toBe(3);
  expect(sent).toHaveBeenCalledTimes(0);
  expect(await totalOf({ query: firstPage })).toBe(7);
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each([
  ["another page", { query: { ...firstPage, pageNumber: 2 } }],
  ["a filter", { query: { ...firstPage, status: "Denied" } }],
  ["a fresh answer", { query: firstPage, fresh: true }],
])("a request for %s is sent and does not use the early response", async (_, input) => {
  early(Promise.resolve(page(3)));
  expect(await totalOf(input)).toBe(7);
  expect(await totalOf({ query: firstPage })).toBe(3);
});

test("a change never uses the early response", async () => {
  const response = page(3);
  place.earlyRequests = [{ url: "/api/rmas/5/items", response: Promise.resolve(response) }];
  sent.mockImplementation(async () => new Response('{"id":5}'));
  await fetchAnswer(rmaOperations.updateRmaItems, { params: { rmaId: 5 }, body: [{ id: 1 }] });
  expect(sent).toHaveBeenCalledTimes(1);
  expect(response.bodyUsed).toBe(false);
});

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), undefined],
  ["401", async () => page(0, 401), 401],
  ["500", async () => page(0, 500), 500],
])("%s fails as without an early request, and is not repeated", async (_, answer, status) => {
  early(answer());
  const error = await totalOf({ query: firstPage }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status || undefined).toBe(status);
  expect(sent).toHaveBeenCalledTimes(0);
});

test("leaving the screen aborts the early request, and returning sends a new one", async () => {
  const leaving = new AbortController();
  let end: (reason: unknown) => void = () => {};
  const abort = early(
    new Promise((_, reject) => {
      end = reject;
    }),
  );
  abort.mockImplementation(() => end(new DOMException("Aborted", "AbortError")));
  const left = totalOf({ query: firstPage, signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: "AbortError" });
  expect(await totalOf({ query: firstPage })).toBe(7);
});

test("an early request that the first screen did not use is aborted", async () => {
  const abort = early(Promise.resolve(page(3)));
  abortEarlyRequests();
  expect(abort).toHaveBeenCalledTimes(1);
  expect(await totalOf({ query: firstPage })).toBe(7);
});
