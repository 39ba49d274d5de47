// @vitest-environment happy-dom

import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { ErrorNotice, useHeldError } from "./error-notice.tsx";

afterEach(() => vi.unstubAllGlobals());

/** Every request fails with this problem of the gateway. */
const failWith = (problem: object, status = 502) =>
  vi.stubGlobal("fetch", async () =>
    Response.json(
      { title: "The API failed", status, outcome: "refused", ...problem },
      { status, headers: { "content-type": "application/problem+json" } },
    ),
  );

const stubClipboard = () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("navigator", { onLine: true, userAgent: "test", clipboard: { writeText } });
  return () => writeText.mock.lastCall?.[0];
};

test("the details of a failure hold the ID that its response carried, and another failure another ID", async () => {
  const readCopied = stubClipboard();
  failWith({ requestId: "0a1b2c3d-first" });
  const Again = () => {
    const { error, refetch } = useQuery(rmaDetail(5));
    return error && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  };
  openTestApp({ "/": Again });
  await expect.poll(() => document.body.textContent).toContain("The service had an error");
  await pressButton("Copy details");
  await expect.poll(readCopied).toContain("Request: 0a1b2c3d-first");
  failWith({ requestId: "4e5f6a7b-second" });
  await pressButton("Try again");
  await expect
    .poll(async () => {
      await pressButton("Copy details");
      return readCopied();
    })
    .toContain("Request: 4e5f6a7b-second");
  expect(readCopied()).not.toContain("0a1b2c3d-first");
});

test("the screen of a record that can't be loaded has them, too; without an ID there is none", async () => {
  const readCopied = stubClipboard();
  failWith({});
  const Record = () => (
    <RecordScreen
      query={useQuery(rmaDetail(5))}
      id="5"
      kind="rmas"
      fallback="RMA 5"
      titleOf={() => "RMA 5"}
      crumbs={[]}
    >
      {() => "The record"}
    </RecordScreen>
  );
  openTestApp({ "/": Record });
  await expect.poll(() => document.body.textContent).toContain("The service had an error");
  await pressButton("Copy details");
  await expect.poll(readCopied).toContain("Status: 502");
  expect(readCopied()).not.toContain("Request:");
});

// @vitest-environment happy-dom

const queryKey = ["things"];
let read = (): Promise<string> => Promise.reject(new Error("First"));

/** The texts of all renders, without repeats. */
const seen: string[] = [];
const Thing = () => {
  const query = useQuery({ queryKey, queryFn: () => read() });
  const held = useHeldError(query);
  const text = `${query.status}: ${held?.message ?? "none"}`;
  if (seen.at(-1) !== text) seen.push(text);
  return null;
};

test("the error of a query stays while it is read again, until the result is there", async () => {
  openTestApp({ "/": Thing });
  const last = () => seen.at(-1);
  await expect.poll(last).toBe("error: First");
  let respond = (_: string) => {};
  read = () => new Promise((resolve) => (respond = resolve));
  void queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("pending: First");
  await queryClient.cancelQueries({ queryKey });
  read = () => Promise.reject(new Error("Second"));
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("error: Second");
  read = () => new Promise((resolve) => (respond = resolve));
  void queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("pending: Second");
  respond("Here");
  await expect.poll(last).toBe("success: none");
  expect(seen[0]).toBe("pending: none");
});
