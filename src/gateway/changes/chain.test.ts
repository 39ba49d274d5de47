import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRows, hashRequest, hashRow, writeContent } from "./chain.ts";
import { describeChange } from "./describe-change.ts";
import { operations } from "#contract/operations.ts";

type ChainRow = Parameters<typeof checkRows>[1][number];

const start = { seq: 0, hash: "" };

const fieldsOf = (body: unknown) =>
  describeChange(operations.updateReturn, "/returns/7", body).fields;

/** The first rows can be those of an earlier version, whose hashes don't cover their times. */
const chainOf = (contents: readonly string[], untimed = 0): ChainRow[] => {
  let hash = "";
  return contents.map((content, index) => {
    const row = { seq: index + 1, content };
    const appendedAt = `2026-01-01T00:00:0${index % 10}.000000Z`;
    hash = hashRow(hash, row, index < untimed ? undefined : appendedAt);
    return { ...row, hash, appendedAt };
  });
};

const contents = fc.array(
  fc.json().map((json) => writeContent(JSON.parse(json))),
  {
    minLength: 1,
    maxLength: 8,
  },
);

const changedNames = fc.constantFrom("hash", "content", "appendedAt");

describe("the chain", () => {
  it("is intact as it was written, in any pages", () => {
    fc.assert(
      fc.property(contents, fc.nat(), (texts, cut) => {
        const rows = chainOf(texts);
        const at = cut % (rows.length + 1);
        const first = checkRows(start, rows.slice(0, at));
        if ("reason" in first) throw new Error(first.reason);
        expect(checkRows(first, rows.slice(at))).toEqual({
          seq: rows.length,
          hash: rows.at(-1)?.hash,
        });
      }),
    );
  });

  it("is intact with rows of earlier versions", () => {
    const rows = chainOf(['{"a":1}', "{}", "c"], 2);
    expect(checkRows(start, rows)).toEqual({ seq: 3, hash: rows[2]?.hash });
  });

  it("fault 60: is broken where a row's time was moved to its content, to hide what the row is", () => {
    const rows = chainOf(['{"kind":"intent"}', "{}"]);
    const [first, second] = rows as [ChainRow, ChainRow];
    const moved = { ...first, content: `${first.appendedAt} ${first.content}` };
    expect(moved.hash).toBe(hashRow("", moved));
    expect(checkRows(start, [moved, second])).toMatchObject({ seq: 1 });
  });

  it("fault 60: is broken from the row on in which one character anywhere is changed", () => {
    fc.assert(
      fc.property(contents, fc.nat(), fc.nat(), changedNames, (texts, row, place, name) => {
        const rows = chainOf(texts);
        const index = row % rows.length;
        const changed = rows.map((each, at) => {
          if (at !== index) return each;
          const letters = [...each[name]];
          const which = place % letters.length;
          letters[which] = letters[which] === "0" ? "1" : "0";
          return { ...each, [name]: letters.join("") };
        });
        expect(checkRows(start, changed)).toMatchObject({ seq: index + 1 });
      }),
    );
  });

  it("fault 60: is broken where a row is missing, exchanged, repeated or added", () => {
    const rows = chainOf(["a", "b", "c"]);
    const [a, b, c] = rows as [ChainRow, ChainRow, ChainRow];
    for (const [changed, seq] of [
      [[b, c], 1],
      [[a, c], 2],
      [[b, a, c], 1],
      [[a, a, b, c], 2],
      [[a, { ...b, seq: 3 }, c], 2],
      [[a, b, { ...c, content: "b" }], 3],
    ] as const)
      expect(checkRows(start, changed)).toMatchObject({ seq });
  });
});

describe("what is hashed", () => {
  it("is one line of visible characters that means the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const written = writeContent({ text });
        expect(JSON.parse(written)).toEqual({ text });
        expect(written).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
    expect(writeContent("a\r\n\u001b[31m\u202e\u{e0041}")).toBe(
      String.raw`"a\r\n\u001b[31m\u202e\udb40\udc41"`,
    );
  });

  it("of a request doesn't depend on the order of names, and on nothing else less", () => {
    const of = (body: unknown, path = "/returns/5") => hashRequest("PATCH", path, body);
    expect(of({ a: 1, b: { d: 1, c: 2 } })).toBe(of({ b: { c: 2, d: 1 }, a: 1 }));
    const all = [undefined, null, {}, [], [1, 2], [2, 1], { a: 1 }, { a: "1" }, { a: null }, "", 0];
    expect(new Set([...all.map((body) => of(body)), of({}, "/returns/6")]).size).toBe(
      all.length + 1,
    );
  });
});

describe("a change is described", () => {
  it.each([
    ["nothing", undefined, []],
    ["null", null, []],
    ["a text", "x", []],
    ["empty", {}, []],
    ["without what is null, and without ids", { id: 1, note: null, cost: 0 }, [["cost", 1]]],
    [
      "by line",
      [{ note: "" }, { note: "x", cost: 1 }, null, 7],
      [
        ["note", 2],
        ["cost", 1],
      ],
    ],
    [
      "without names that the API doesn't have",
      { "a b": 1, 木: 2, "x\r\n": 3, ["y".repeat(65)]: 4 },
      [],
    ],
  ])("%s", (_, body, fields) => {
    expect(fieldsOf(body).map(({ name, count }) => [name, count])).toEqual(fields);
  });

  it("with at most 50 names, however many there are", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(fieldsOf(many)).toHaveLength(50);
  });

  it.each([
    ["updateRmaItems", "/rmas/5/items", [{ id: 9 }], "rmas", 5],
    ["updateReturn", "/returns/7?x=1", { id: 8 }, "returns", 7],
    ["saveMappingRule", "/workflow/mapping-rule", { id: 12 }, "mapping-rules", 12],
    ["saveMappingRule", "/workflow/mapping-rule", { id: null }, "mapping-rules", null],
    ["createMappingSet", "/mapping-set", { id: 5 }, "mapping-sets", null],
    ["retryWebhookEvents", "/webhook/event/retry", { ids: [1] }, "webhooks", null],
    ["rotateWebhookSecret", "/webhook/configurations/3/rotate-secret", undefined, "webhooks", 3],
  ] as const)("%s of %s", (name, path, body, resource, recordId) => {
    expect(describeChange(operations[name], path, body)).toMatchObject({
      operation: name,
      resource,
      recordId,
    });
  });
});
