import { describe, expect, expectTypeOf, test } from "vitest";
import {
  createSearchSchema,
  followAddress,
  lastListSearch,
  listNames,
  readPaging,
  readSearch,
  rememberList,
  type SearchName,
  type SearchOf,
  withoutEmpty,
  withSearch,
  writeSearch,
} from "./list-search.ts";

type TypedText = NonNullable<ReturnType<typeof followAddress>>;

test("the router knows which screen has which names", () => {
  type Rmas =
    | "status"
    | "sourceId"
    | "returnId"
    | "rmaNumbers"
    | "q"
    | "createdAfter"
    | "createdBefore"
    | "updatedAfter";
  type Pages = "page" | "size" | "sort" | "columns";
  expectTypeOf<keyof SearchOf<"/rmas">>().toEqualTypeOf<Rmas | Pages>();
  expectTypeOf<keyof SearchOf<"/products/$id">>().toEqualTypeOf<"channel" | "after" | "view">();
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

const schema = createSearchSchema([...listNames, "status", "q"]);

/** Parses an address for a screen, without unknown names. */
const read = (written: string): object =>
  JSON.parse(JSON.stringify(schema.parse(readSearch(written)))) as object;

const long = "x".repeat(100_000);

describe("reading an address never fails", () => {
  test.each<[string, string, Record<string, string>]>([
    ["nothing", "", {}],
    ["a question mark alone", "?", {}],
    ["texts", "?status=Waiting&page=2", { status: "Waiting", page: "2" }],
    [
      "numbers, truth values and JSON stay texts",
      '?q={"a":[1]}&page=2&status=true',
      {
        q: '{"a":[1]}',
        page: "2",
        status: "true",
      },
    ],
    ["a quoted text keeps its quotes", "?status=%22Waiting%22", { status: '"Waiting"' }],
    ["empty values are dropped", "?status=&q", {}],
    [
      "unknown names are dropped",
      "?utm_source=mail&id=7&status=Waiting",
      {
        status: "Waiting",
      },
    ],
    [
      "the last value of a repeated name counts",
      "?status=Waiting&status=Denied",
      { status: "Denied" },
    ],
    ["brackets create no list", "?status[]=Waiting&status[a]=b", {}],
    ["names are case-sensitive", "?STATUS=Waiting", {}],
    ["a plus is a space", "?q=red+lamp", { q: "red lamp" }],
    [
      "Unicode, written plainly or in percent codes",
      "?q=Grüße 東京&status=%F0%9F%A6%8A",
      {
        q: "Grüße 東京",
        status: "🦊",
      },
    ],
    ["broken percent codes", "?q=%E0%A4%A&status=100%", { q: "\uFFFD%A", status: "100%" }],
    ["control characters", "?q=a%00b%0Ac", { q: "a\u0000b\nc" }],
    ["markup stays text", "?q=<img src=x onerror=alert(1)>", { q: "<img src=x onerror=alert(1)>" }],
    ["names of objects", "?__proto__=x&constructor=y&toString=z&q=ok", { q: "ok" }],
    ["a huge value", `?q=${long}`, { q: long }],
    ["a thousand names", `?${"a=1&".repeat(1000)}q=ok`, { q: "ok" }],
  ])("%s", (_, written, search) => {
    expect(read(written)).toEqual(search);
  });

  test.each<[string, unknown, string | undefined]>([
    ["a number becomes its text", 2, "2"],
    ["a boolean becomes its text", false, "false"],
    ["null is dropped", null, undefined],
    ["a list is dropped", ["Waiting"], undefined],
    ["an object is dropped", { toString: 1 }, undefined],
  ])("a value that is not a text: %s", (_, status, held) => {
    expect((schema.parse({ status }) as { status?: string }).status).toBe(held);
  });
});

describe("writing an address as readable text", () => {
  test.each<[object, string]>([
    [{}, ""],
    [{ status: "", q: undefined, page: null }, ""],
    [{ status: "Waiting", page: "2" }, "?status=Waiting&page=2"],
    [{ status: "Waiting,Partially Approved" }, "?status=Waiting,Partially+Approved"],
    [{ q: "a&b=c#d" }, "?q=a%26b%3Dc%23d"],
    [{ q: "Grüße" }, "?q=Gr%C3%BC%C3%9Fe"],
  ])("%j is %s", (search, written) => {
    expect(writeSearch(search)).toBe(written);
  });

  test.each(["a,b", 'say "no"', "100%", "a&b=c", "Grüße 東京 🦊", "%2C", "+", " "])(
    "a written value is read unchanged: %j",
    (q) => {
      expect(read(writeSearch({ q }))).toEqual({ q });
    },
  );
});

test.each<[string, TypedText | undefined, string, TypedText | undefined]>([
  ["nothing is typed", undefined, "a", undefined],
  ["the address is still as it was", { text: "ab", over: "a" }, "a", { text: "ab", over: "a" }],
  ["the written text has arrived", { text: "ab", over: "a", written: "ab" }, "ab", undefined],
  [
    "more was typed while the text was on its way",
    { text: "abc", over: "a", written: "ab" },
    "ab",
    { text: "abc", over: "ab" },
  ],
  ["another text came", { text: "ab", over: "a", written: "ab" }, "x", undefined],
  [
    "the text was cleared before the typed one was written",
    { text: "ab", over: "a" },
    "",
    undefined,
  ],
])("%s", (_, typed, held, expected) => {
  expect(followAddress(typed, held)).toEqual(expected);
});

test("a text that has arrived does not come back when the address returns to the text before", () => {
  const arrived = followAddress({ text: "ab", over: "", written: "ab" }, "ab");
  expect(followAddress(arrived, "")).toBeUndefined();
});
