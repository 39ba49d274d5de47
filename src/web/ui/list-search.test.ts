import { describe, expect, test } from "vitest";
import { listSearch, pageOf } from "./list-search.ts";

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
