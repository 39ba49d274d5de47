import { describe, expect, test } from "vitest";
import { listAsLeft, listSearch, pageOf, rememberList } from "./list-search.ts";

describe("listSearch", () => {
  test("keeps texts, and drops what is empty", () => {
    expect(
      listSearch({ page: 2, status: "Waiting", a: "", b: null, c: undefined, d: false }),
    ).toEqual({
      page: "2",
      status: "Waiting",
      d: "false",
    });
  });
});

describe("pageOf", () => {
  test.each<[Record<string, string>, number, number]>([
    [{}, 1, 50],
    [{ page: "3", size: "25" }, 3, 25],
    [{ page: "0" }, 1, 50],
    [{ page: "-2" }, 1, 50],
    [{ page: "1.5" }, 1, 50],
    [{ page: "two", size: "all" }, 1, 50],
    [{ size: "1000" }, 1, 50],
    [{ page: "99999999999999999999" }, 1, 50],
  ])("%j is page %d of %d rows", (search, pageNumber, pageSize) => {
    expect(pageOf(search)).toEqual({ pageNumber, pageSize });
  });
});

describe("a list as it was left", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["a list never seen is whole", "/webhooks", {}],
    ["a list seen keeps what was asked of it", "/rmas", { status: "Waiting", page: "2" }],
    ["a record is no list", "/rmas/5", {}],
    ["another list has its own", "/purchase-orders", { sort: "-id" }],
  ])("%s", (_, path, search) => {
    rememberList("/rmas", { status: "Waiting", page: 2, tag: "" });
    rememberList("/rmas/5", { tab: "items" });
    rememberList("/purchase-orders", { sort: "id" });
    rememberList("/purchase-orders", { sort: "-id" });
    expect(listAsLeft(path)).toEqual(search);
  });
});
