import { describe, expect, test } from "vitest";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { testMetaData } from "#rule-model/testing/builder.ts";
import { completeTypedRule, parseTypedRule } from "./typed-rule.ts";
import { createWording, createWorkflow } from "./workflow.ts";

const names = new Map([
  [7, "Colours"],
  [8, "Twice"],
  [9, "Twice"],
]);
const workflow = createWorkflow(testMetaData, names);
const scope = { workflow, eventId: 1, inheritedType: "number" as const };
const wording = createWording(workflow, "number");

const inWords = (text: string): string => {
  const read = parseTypedRule(text, scope);
  return "rule" in read
    ? ruleParagraph(describeRule(read.rule, wording))
    : `${read.failsAt}: ${read.expected}`;
};

test("which of several elements must meet a condition is read back", () => {
  const globalObjects = testMetaData.globalObjects.map((one) => ({
    ...one,
    collection: one.handle === "product",
  }));
  const several = createWorkflow({ ...testMetaData, globalObjects }, names);
  const said = (text: string) => {
    const read = parseTypedRule(text, { ...scope, workflow: several });
    return "rule" in read
      ? ruleParagraph(describeRule(read.rule, createWording(several, undefined)))
      : read;
  };
  const any = "When any product's Price is greater than 5: Trim Title.";
  for (const text of ["price > 5: trim title", "any price > 5: trim title", any])
    expect(said(text)).toBe(any);
  const every = "When every product's Price is greater than 5: Trim Title.";
  for (const text of ["every price > 5: trim title", every]) expect(said(text)).toBe(every);
});

describe("conditions", () => {
  test.each([
    ["title is Oak", "Title is “Oak”, any case"],
    ["Product Title = Oak", "Title is “Oak”, any case"],
    ["the title is oak table.", "Title is “oak table”, any case"],
    ["TITLE   IS   NOT   oak", "Title is not “oak”, any case"],
    ['title != "salt and pepper, ground"', "Title is not “salt and pepper, ground”, any case"],
    ["title is Oak, match case", "Title is “Oak”, match case"],
    ["title with sale", "Title contains “sale”, any case"],
    ["title without sale", "Title does not contain “sale”, any case"],
    ["title begins with A, match case", "Title starts with “A”, match case"],
    ["title is empty", "Title does not exist"],
    ["title has no value", "Title does not exist"],
    ["title is not empty", "Title exists"],
    ["title one of a, b or c", "Title is one of “a”, “b” or “c”, any case"],
    [
      "title one of a, b and price > 5",
      "Title is one of “a” or “b”, any case and Price is greater than 5",
    ],
    ["length of title > 5", "Length of Title is greater than 5"],
    ["price > 5", "Price is greater than 5"],
    ["price is over 5", "Price is greater than 5"],
    ["price at least 5", "Price is at least 5"],
    ["price >= cost", "Price is at least Cost"],
    ["price under 5.50", "Price is less than 5.50"],
    ["price between 10 and 20", "Price is at least 10 and Price is at most 20"],
    [
      "created between 2026-01-01 and 2026-02-01",
      "Created is on or after 2026-01-01 00:00 UTC and Created is on or before 2026-02-01 00:00 UTC",
    ],
    ["created older than 30 days", "Created is older than 30 days"],
    ["created before 2026-01-01", "Created is before 2026-01-01 00:00 UTC"],
    ["created after 3 weeks ago", "Created is after 3 weeks ago"],
    ["unit is lb", "Unit is LB"],
    ["unit is one of LB, kg", "Unit is LB or KG"],
    ["tags with sale", "Tags contain “sale”, any case"],
    ["tags contain all of sale and new", "Tags contain all of “sale” and “new”, any case"],
    ["tags empty", "Tags is empty"],
    ["tags has more than 3 entries", "Tags has more than 3 entries"],
    [
      "attributes with Wood, whose value is Oak",
      "Attributes has “Wood”, whose value is “Oak”, any case",
    ],
    ["price over $1,000.50", "Price is greater than 1000.50"],
    ["price > 50 and under 100", "Price is greater than 50 and Price is less than 100"],
    ["title is Oak or Pine", "Title is one of “Oak” or “Pine”, any case"],
    ["title is not Oak or Pine", "Title is none of “Oak” or “Pine”, any case"],
    ["title in (Oak, Pine)", "Title is one of “Oak” or “Pine”, any case"],
    ["title is Oak or is Pine", "Title is “Oak”, any case, or when Title is “Pine”, any case"],
    [
      'title contains oak or "red pine"',
      "Title contains “oak”, any case, or when Title contains “red pine”, any case",
    ],
    [
      "title without sale or clearance",
      "Title does not contain “sale”, any case and Title does not contain “clearance”, any case",
    ],
    ["title is Oak && price < 20", "Title is “Oak”, any case and Price is less than 20"],
    ["title is Salt & Pepper", "Title is “Salt & Pepper”, any case"],
    ["title == Oak , price > 5", "Title is “Oak”, any case and Price is greater than 5"],
    ["title is longer than 80 characters", "Length of Title is greater than 80"],
    ["title length under 80", "Length of Title is less than 80"],
    ["created more than 7 days ago", "Created is older than 7 days"],
    ["price isn't set", "Price does not exist"],
    [
      "(title is a or title is b) and price > 5",
      "Title is “a”, any case and Price is greater than 5, or when Title is “b”, any case and Price is greater than 5",
    ],
    [
      "price > 5 or (title is a and (price < 2 or price > 3))",
      "Price is greater than 5, or when Title is “a”, any case and Price is less than 2, or when Title is “a”, any case and Price is greater than 3",
    ],
    [
      "title is a and price > 5 or title is b",
      "Title is “a”, any case and Price is greater than 5, or when Title is “b”, any case",
    ],
    [
      "if title is a, price > 5, or title is b",
      "Title is “a”, any case and Price is greater than 5, or when Title is “b”, any case",
    ],
  ])("%s", (text, words) => {
    expect(inWords(text)).toBe(`When ${words}: nothing is changed.`);
  });
});

describe("actions", () => {
  test.each([
    ["price x 1.05", "Multiply Price by 1.05"],
    ["price + 5 %", "Change Price by 5%"],
    ["reduce price by 5%", "Change Price by -5%"],
    ["price up 5 percent", "Change Price by 5%"],
    ["take 5% off price", "Change Price by -5%"],
    ["shorten title to 80 characters", "Keep Title from index 0 up to 80"],
    ["set title to unit", "Set Title to the value of Unit"],
    ["set title to “unit”", "Set Title to “unit”"],
    ["set title to unit price", "Set Title to “unit price”"],
    ["price + 5", "Add 5 to Price"],
    ["price - cost", "Subtract Cost from Price"],
    ["set price to cost x 1.35 + 2", "Set Price to Cost × 1.35 + 2"],
    ["set price to (cost + 2) * {product.cost}", "Set Price to (Cost + 2) × Cost"],
    ["set price to the value of cost", "Set Price to the value of Cost"],
    ["set title to Oak table", "Set Title to “Oak table”"],
    ["set tags to a, b and uppercase title", "Set Tags to “a” and “b”; Make Title uppercase"],
    ["prefix title with SKU-", "Add “SKU-” before Title"],
    ["append new to title", "Add “new” after Title"],
    ["replace a with b in title", "Replace “a” in Title with “b”, any case"],
    ["replace a in title with b", "Replace “a” in Title with “b”, any case"],
    ["remove a from title", "Replace “a” in Title with nothing, any case"],
    ["clear title; trim title", "Clear Title; Trim Title"],
    ["look up title in colours", "Replace Title with its value in mapping set “Colours”"],
    ["look up title in Twice", "17: the ID of the mapping set, since several have this name"],
    [
      "add tag premium",
      "8: another action, since none adds one tag: “set tags to …” replaces all of them",
    ],
  ])("%s", (text, words) => {
    expect(inWords(text)).toBe(/^\d/.test(words) ? words : `Never (no conditions): ${words}.`);
  });
});

describe("rules", () => {
  test.each([
    [
      "title is Hartwell and price over 100 and title without sale: set tags to premium, price x 1.05",
      "When Title is “Hartwell”, any case and Price is greater than 100 and Title does not contain “sale”, any case: Set Tags to “premium”; Multiply Price by 1.05.",
    ],
    ["when title exists then trim title", "When Title exists: Trim Title."],
    [
      "if title is a or b, price up 5%",
      "When Title is one of “a” or “b”, any case: Change Price by 5%.",
    ],
    ["if title is a, trim title", "When Title is “a”, any case: Trim Title."],
    ["everything: trim title", "Always: Trim Title."],
    ["price > 100:price*1.05", "When Price is greater than 100: Multiply Price by 1.05."],
    [
      "if price > 9: trim title else if price > 5: clear title, otherwise price x 2",
      "The first of these that matches: When Price is greater than 9: Trim Title. When Price is greater than 5: Clear Title. Always: Multiply Price by 2.",
    ],
    ["always: trim title", "Always: Trim Title."],
    ["always: price = 9.99", "Always: Set Price to 9.99."],
    [
      "title exists, the first of these that matches: price > 5: trim title. always: clear title",
      "When Title exists, the first of these that matches: When Price is greater than 5: Trim Title. Always: Clear Title.",
    ],
  ])("%s", (text, words) => {
    expect(inWords(text)).toBe(words);
  });
});

describe("where a text fails, and what is expected there", () => {
  test.each([
    ["", 0, "a field"],
    ["   ", 3, "a field"],
    ["price", 5, "a comparison"],
    ["price foo", 6, "a comparison"],
    ["price > ", 8, "a number"],
    ["price > abc", 8, "a number"],
    ["price > 5%", 8, "a number"],
    ["created is after soon", 17, "a date"],
    ["unit is stone", 8, "an option of the field"],
    ["title is salt and pepper", 18, "a field"],
    ["title is oak table price > 5", 19, "“and”"],
    ["title is oak and not price > 5", 17, "“is not”"],
    ["title contains oak and vendor is Oak", 23, "a field"],
    ["(title is a", 11, "“)”"],
    ["title is a)", 10, "“and”"],
    ["price > 5 percent", 8, "a number"],
    ["price > 5: ", 11, "an action"],
    ["price > 5: multiply title by 5", 20, "a field that “Multiply” can change"],
    ["title is “Oak", 13, "” after the text"],
    ["price > 5: set price to (cost + 2", 33, "the rest of the formula"],
    ["price > 5: set price to cost +", 30, "a number or a field"],
  ])("%j", (text, failsAt, expected) => {
    const read = parseTypedRule(text, scope);
    expect(read).toMatchObject({ failsAt });
    expect("expected" in read && read.expected).toContain(expected);
  });
});

describe("hostile texts", () => {
  const long = 20_000;
  test.each([
    "(",
    "“",
    '"',
    "and ",
    "or ",
    "title is ",
    "price > 5 and ",
    "title one of a, ",
    "every ",
    "set price to (",
    "- ",
    "price > 5: set price to -",
    "price > 5: set price to (",
    "attributes has x, whose value ",
    "title exists (and ",
    "Then: (",
    "price x 1; ",
    "title is one of “a”, ",
    "·",
    "\u0000",
    "e\u0301 ",
    "{",
    "“”",
    "Each of these: ",
    "change ",
    "(price > 5 or price < 2) and ",
    "title contains a or ",
    "title is a or (",
    "trim title else ",
  ])("%j again and again", (piece) => {
    const text = piece.repeat(Math.ceil(long / piece.length));
    const read = parseTypedRule(text, scope);
    expect("rule" in read || read.failsAt <= text.length).toBe(true);
    expect(completeTypedRule(text, scope).length).toBeLessThanOrEqual(40);
  });

  test("a text that is too long is refused", () => {
    expect(parseTypedRule("x".repeat(100_001), scope)).toMatchObject({
      expected: "a shorter text",
    });
    expect(completeTypedRule("x".repeat(100_001), scope)).toEqual([]);
  });
});

describe("completion", () => {
  const labels = (text: string) => completeTypedRule(text, scope).map(({ label }) => label);
  test.each([
    ["pri", ["Price"]],
    ["price ov", ["is greater than …"]],
    ["price > 5 ", ["and", "or", ":"]],
    ["unit is ", ["LB", "KG"]],
    ["price > 5 and tit", ["Title"]],
    ["price > 5: upp", ["Make … uppercase"]],
    ["price > 5: se", ["Set … to …"]],
    ["price > 5: set ", ["Value"]],
    ["price > 5: look up title in co", ["Colours"]],
    ["price >= co", ["Cost"]],
  ])("%j", (text, expected) => {
    expect(labels(text)).toEqual(expect.arrayContaining(expected));
    expect(labels(text)[0]).toBe(expected[0]);
  });

  test("replaces what was typed", () => {
    expect(completeTypedRule("title is a and pri", scope)[0]).toMatchObject({
      from: 15,
      insert: "Price",
    });
  });

  test("offers nothing within a whole word", () => {
    expect(labels("price > 5")).toEqual([]);
  });
});
