// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { readWithoutResponse, Reads } from "#web/testing/reads.tsx";
import { RmaList } from "./rma-list.tsx";

vi.mock("#web/screens/rmas/bulk/lazy-bulk.tsx", () => ({
  BulkBar: () => null,
  RmaRunStrip: () => <section aria-label="RMAs in progress" />,
}));

afterEach(() => vi.unstubAllGlobals());

const lists = ["rmas", "list"];
const strip = () => document.querySelector("[aria-label='RMAs in progress']") !== null;
const failure = () => document.querySelector(".notice")?.textContent;

/** Shows the list, whose requests fail after so many answers. */
const showList = (answered: number): void => {
  let requests = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.startsWith("/api/rma?")) return new Promise(() => {});
    requests += 1;
    return requests > answered
      ? new Response("{}", { status: 500 })
      : new Response("[]", { headers: { "X-Total-Count": "0" } });
  });
  const List = () => (
    <>
      <RmaList />
      <Reads of={lists} />
    </>
  );
  openTestApp({ "/rmas": List }, "/rmas");
};

test("a run is shown while the list can't be loaded at first", async () => {
  showList(0);
  await expect.poll(failure).toContain("Try again");
  expect(strip()).toBe(true);
});

test("a run is shown while the list can't be loaded again", async () => {
  showList(1);
  await expect.poll(strip).toBe(true);
  await queryClient.refetchQueries({ queryKey: ["rmas", "list"] });
  await expect.poll(failure).toContain("Try again");
  expect(strip()).toBe(true);
});

test("a run stays shown while a list that failed is read again", async () => {
  showList(0);
  await expect.poll(failure).toContain("Try again");
  const shown = document.querySelector("[aria-label='RMAs in progress']");
  await readWithoutResponse(lists);
  expect(failure()).toBeUndefined();
  expect(document.querySelector("[aria-label='RMAs in progress']")).toBe(shown);
});
