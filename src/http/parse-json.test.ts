import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxNesting } from "#contract/limits.ts";
import { parseBoundedJson, parseExactJson, parseJson } from "./parse-json.ts";

const body = (text: string) => parseExactJson(Buffer.from(text));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("a request's body", () => {
  it.each([
    ["null", null],
    ["[]", []],
    [' {"a": [1, -2.50, 3e2, 0, -0, true, null]} ', { a: [1, -2.5, 300, 0, -0, true, null] }],
    ['"\\u0000 \\ud800 \\u00e9 é 漢"', "\u0000 \ud800 é é 漢"],
    ['{"a":{"b":1},"b":{"a":1}}', { a: { b: 1 }, b: { a: 1 } }],
    ['{"text":"{\\"a\\":1,\\"a\\":2}"}', { text: '{"a":1,"a":2}' }],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["[9007199254740993, -9223372036854775807]", [2 ** 53, -(2 ** 63)]],
    ["0.1", 0.1],
    ["1e300", 1e300],
    ["5e-324", 5e-324],
    ['{"":1}', { "": 1 }],
  ])("is accepted: %s", (text, value) => {
    expect(body(text)).toEqual({ kind: "json", value, text });
  });

  it.each([
    ["{", "not valid JSON"],
    ["", "not valid JSON"],
    ["{'a':1}", "not valid JSON"],
    ["[1,]", "not valid JSON"],
    ["NaN", "not valid JSON"],
    ['"a\u0000b"', "not valid JSON"],
    ["\uFEFF{}", "byte order mark"],
    ['{"a":1,"a":2}', "twice"],
    ['{"a":1,"\\u0061":2}', "twice"],
    ['[{"b":{"a":[],"c":1,"a":2}}]', "twice"],
    ['{"__proto__":{"x":1}}', "__proto__"],
    ['{"a":{"\\u005f_proto__":1}}', "__proto__"],
    ['{"constructor":{"prototype":{"x":1}}}', "constructor"],
    ["12345678901234567890", "exactly"],
    ["1e400", "exactly"],
    ["-1e400", "exactly"],
    ["1e-400", "exactly"],
    ["0.1234567890123456789", "exactly"],
    [nested(maxNesting + 1), "deeper"],
    ["[".repeat(500_000), "deeper"],
    [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "deeper"],
  ])("fault 17, fault 18: is refused: %.60s", (text, reason) => {
    const parsed = body(text);
    expect(parsed.kind).toBe("bad");
    expect(parsed.kind === "bad" ? parsed.message : "").toContain(reason);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each([
    ["quotes of a string that never ends", '\\"'.repeat(500_000), "not valid JSON"],
    ["a number with many zeros", `1${"0".repeat(1_000_000)}1`, "exactly"],
  ])("fault 19: is refused at once: %s", (_, text, reason) => {
    expect(body(text)).toEqual({ kind: "bad", message: expect.stringContaining(reason) });
  });

  it("names the beginning of a long name that appears twice", () => {
    const name = "k".repeat(400_000);
    expect(body(`{"${name}":1,"${name}":2}`)).toEqual({
      kind: "bad",
      message: `The name ${name.slice(0, 100)} appears twice in one object.`,
    });
  });

  it("fault 18: may nest as deep as the limit", () => {
    expect(body(nested(maxNesting)).kind).toBe("json");
  });

  it("fault 17: is refused when it is not UTF-8", () => {
    expect(parseExactJson(Buffer.from([0x22, 0xff, 0xfe, 0x22])).kind).toBe("bad");
    expect(parseExactJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).kind).toBe("bad");
  });

  it("fault 17: has the same meaning when it is serialized again, or is refused", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, depthSize: "small" }), (text) => {
        const parsed = body(text);
        const kept =
          parsed.kind === "json" &&
          JSON.stringify(parsed.value) === JSON.stringify(JSON.parse(text));
        expect(kept || parsed.kind === "bad").toBe(true);
      }),
    );
  });

  it("keeps every number that a program can write", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(body(JSON.stringify([number]))).toEqual({
          kind: "json",
          value: [number === 0 ? 0 : number],
          text: JSON.stringify([number]),
        });
      }),
    );
  });

  it("survives any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => ["json", "bad"].includes(parseExactJson(bytes).kind)),
    );
  });
});

describe("a bounded body", () => {
  const bounded = (text: string) => parseBoundedJson(Buffer.from(text));

  it.each([
    ['{"a":1,"a":2}', { a: 2 }],
    ["0.1234567890123456789", 0.12345678901234568],
    [nested(maxNesting), JSON.parse(nested(maxNesting))],
  ])("may lose what a sender meant: %.40s", (text, value) => {
    expect(bounded(text)).toEqual({ kind: "json", value, text });
  });

  it.each([
    [nested(maxNesting + 1), "deeper"],
    ["[".repeat(500_000), "deeper"],
    ["{", "not valid JSON"],
    ["", "not valid JSON"],
    ["\uFEFF[]", "byte order mark"],
  ])("is refused: %.40s", (text, reason) => {
    expect(bounded(text)).toEqual({ kind: "bad", message: expect.stringContaining(reason) });
  });
});

describe("a body without limits", () => {
  it.each([
    ["truncated", Buffer.from('[{"id":1')],
    ["with a byte order mark", Buffer.from("\uFEFF[]")],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["empty", Buffer.alloc(0)],
    ["HTML", Buffer.from("<html>")],
  ])("fault 53: is undefined when %s", (_, bytes) => {
    expect(parseJson(bytes)).toBeUndefined();
  });

  it("may be null", () => {
    expect(parseJson(Buffer.from("null"))).toEqual({ value: null });
  });
});
