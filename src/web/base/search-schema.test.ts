import { describe, expect, test } from "vitest";
import { listNames, readSearch, createSearchSchema, writeSearch } from "./search-schema.ts";

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
