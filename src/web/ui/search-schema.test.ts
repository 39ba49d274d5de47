import { describe, expect, test } from "vitest";
import { listNames, readSearch, searchOf, writtenSearch } from "./search-schema.ts";

const schema = searchOf([...listNames, "status", "q"]);

/** What a screen reads from an address, without names that the address does not have. */
const read = (written: string): object =>
  JSON.parse(JSON.stringify(schema.parse(readSearch(written)))) as object;

const long = "x".repeat(100_000);

describe("an address is read without a fault", () => {
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
      "names that no screen has are dropped",
      "?utm_source=mail&id=7&status=Waiting",
      {
        status: "Waiting",
      },
    ],
    ["of a repeated name the last counts", "?status=Waiting&status=Denied", { status: "Denied" }],
    ["brackets make no list", "?status[]=Waiting&status[a]=b", {}],
    ["names in other letters are other names", "?STATUS=Waiting", {}],
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
    ["something huge", `?q=${long}`, { q: long }],
    ["a thousand names", `?${"a=1&".repeat(1000)}q=ok`, { q: "ok" }],
  ])("%s", (_, written, search) => {
    expect(read(written)).toEqual(search);
  });

  test.each<[string, unknown, string | undefined]>([
    ["a number becomes its text", 2, "2"],
    ["a truth value becomes its text", false, "false"],
    ["null is dropped", null, undefined],
    ["a list is dropped", ["Waiting"], undefined],
    ["an object is dropped", { toString: 1 }, undefined],
  ])("a state that is no text: %s", (_, status, held) => {
    expect((schema.parse({ status }) as { status?: string }).status).toBe(held);
  });
});

describe("an address is written as people read it", () => {
  test.each<[object, string]>([
    [{}, ""],
    [{ status: "", q: undefined, page: null }, ""],
    [{ status: "Waiting", page: "2" }, "?status=Waiting&page=2"],
    [{ status: "Waiting,Partially Approved" }, "?status=Waiting,Partially+Approved"],
    [{ q: "a&b=c#d" }, "?q=a%26b%3Dc%23d"],
    [{ q: "Grüße" }, "?q=Gr%C3%BC%C3%9Fe"],
  ])("%j is %s", (search, written) => {
    expect(writtenSearch(search)).toBe(written);
  });

  test.each(["a,b", 'say "no"', "100%", "a&b=c", "Grüße 東京 🦊", "%2C", "+", " "])(
    "what is written is read as it was: %j",
    (q) => {
      expect(read(writtenSearch({ q }))).toEqual({ q });
    },
  );
});
