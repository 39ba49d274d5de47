import { expect, test } from "vitest";
import { pageSize } from "#contract/limits.ts";
import { ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { describeSearchCost, searchChannel } from "./search-channel.ts";

const product = (id: number) => readAnswer(ResellerProductParent, { id }).value;
const fullPage = (first: number) =>
  Array.from({ length: pageSize.maximum }, (_, at) => product(first + at));

test.each<[string, ResellerProductParent[][], id: string, found: boolean, pages: number]>([
  ["the product is on a later page", [fullPage(1), fullPage(101)], "101", true, 2],
  ["a short page is the last one", [fullPage(1), [product(101)]], "999", false, 2],
  ["an empty page is the last one", [fullPage(1)], "999", false, 2],
  ["the upstream sends the same page each time", Array(9).fill(fullPage(1)), "999", false, 2],
])("%s", async (_, pages, id, isFound, count) => {
  const requested: number[] = [];
  const { found, seen } = await searchChannel(
    id,
    async (page) => {
      requested.push(page);
      return { value: pages[page - 1] ?? [], problems: [], total: undefined };
    },
    () => {},
  );
  expect([found !== undefined, requested.length]).toEqual([isFound, count]);
  expect(seen).toBe(
    new Set(pages.slice(0, count).flatMap((page) => page.map((one) => one.id))).size,
  );
});

test.each([
  [2, "at up to 2 requests per second: a channel of 10,000 products takes about 2 minutes."],
  [10, "at up to 10 requests per second: a channel of 10,000 products takes about 20 seconds."],
  [0, "one after another."],
  [undefined, "one after another."],
])("at a rate limit of %s a search takes %s", (rateLimit, words) =>
  expect(describeSearchCost(rateLimit)).toBe(`One request for every 50 products, ${words}`),
);
