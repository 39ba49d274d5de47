import { describe, expect, expectTypeOf, test } from "vitest";
import {
  lastListSearch,
  withoutEmpty,
  readPaging,
  rememberList,
  type SearchName,
  type SearchOf,
  withSearch,
} from "./list-search.ts";

test("the router knows which screen has which names", () => {
  type Rmas =
    | "status"
    | "sourceId"
    | "returnId"
    | "rmaNumbers"
    | "createdAfter"
    | "createdBefore"
    | "updatedAfter";
  type Pages = "page" | "size" | "sort" | "columns";
  expectTypeOf<keyof SearchOf<"/rmas">>().toEqualTypeOf<Rmas | Pages>();
  expectTypeOf<keyof SearchOf<"/products/$id">>().toEqualTypeOf<"channel" | "after">();
  expectTypeOf<SearchOf<"/rmas">["status"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SearchName>().not.toEqualTypeOf<string>();
});

test("empty values are removed from an address", () => {
  expect(withoutEmpty({ page: "2", status: "Waiting", sort: "", columns: undefined })).toEqual({
    page: "2",
    status: "Waiting",
  });
});

test.each<[Record<string, string>, Record<string, string>, Record<string, string>]>([
  [{ status: "Waiting", page: "3" }, { page: "" }, { status: "Waiting" }],
  [{ status: "Waiting" }, { status: "Approved" }, { status: "Approved" }],
  [{}, { sort: "-id" }, { sort: "-id" }],
])("%j changed by %j is %j", (old, changes, next) => {
  expect(withSearch(changes)(old)).toEqual(next);
});

describe("readPaging", () => {
  test.each<[{ page?: string; size?: string }, number, number]>([
    [{}, 1, 50],
    [{ page: "3", size: "25" }, 3, 25],
    [{ page: "0" }, 1, 50],
    [{ page: "-2" }, 1, 50],
    [{ page: "1.5" }, 1, 50],
    [{ page: "two", size: "all" }, 1, 50],
    [{ size: "1000" }, 1, 50],
    [{ page: "99999999999999999999" }, 1, 50],
  ])("%j is page %d of %d rows", (search, pageNumber, pageSize) => {
    expect(readPaging(search)).toEqual({ pageNumber, pageSize });
  });
});

describe("the last state of a list", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["is empty for a list that was not open", "/webhooks", {}],
    [
      "has the filters and the page of a list that was open",
      "/rmas",
      { status: "Waiting", page: "2" },
    ],
    ["a record is no list", "/rmas/5", {}],
    ["another list has its own", "/purchase-orders", { sort: "-id" }],
  ])("%s", (_, path, search) => {
    rememberList("/rmas", { status: "Waiting", page: 2, tag: "" });
    rememberList("/rmas/5", { tab: "items" });
    rememberList("/purchase-orders", { sort: "id" });
    rememberList("/purchase-orders", { sort: "-id" });
    expect(lastListSearch(path)).toEqual(search);
  });
});
