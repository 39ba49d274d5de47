import { expect, test } from "vitest";
import { defineFields, trim } from "./define-fields.tsx";
import { findProblems } from "./form-schema.ts";

interface Thing {
  name: string | null;
  size: number;
  use: string;
}

const { forNew, forRecord, isSame, textsOf, toChanges, toRequest } = defineFields<
  Thing,
  { name: string; size?: number }
>()({
  name: {
    label: "Name",
    of: ({ name }) => name,
    normal: trim,
    why: (text, { use }) => (use === "" && text === "" ? "Enter a name" : undefined),
    send: trim,
  },
  size: {
    label: "Size",
    of: ({ size }) => size,
    why: (text, _, before) => (text === before.size ? undefined : "Fixed"),
    send: (text) => (text === "" ? undefined : Number(text)),
  },
  use: { of: ({ use }) => use },
});

const thing: Thing = { name: null, size: 5, use: "x" };

test("a declaration gives texts, labels, checks and the field of an issue", () => {
  expect(textsOf(thing)).toEqual({ name: "", size: "5", use: "x" });
  const { labels, schema, fieldOf } = forRecord(thing);
  expect(labels).toEqual({ name: "Name", size: "Size" });
  expect(findProblems(schema, { name: "", size: "5", use: "x" })).toEqual({});
  expect(findProblems(schema, { name: "", size: "6", use: "" })).toEqual({
    name: "Enter a name",
    size: "Fixed",
  });
  expect(forNew.blank).toEqual({ name: "", size: "", use: "" });
  expect([fieldOf("name.0"), fieldOf("other")]).toEqual(["name", undefined]);
});

test("a request has the values of its texts, a change only those of the changed fields", () => {
  expect(toRequest({ name: " a ", size: "", use: "x" })).toEqual({ name: "a" });
  expect(toChanges({ size: { text: "7", was: "5" }, use: { text: "", was: "x" } })).toEqual({
    size: 7,
  });
});

test("a record is what texts create if all fields that are sent have the same text", () => {
  expect(isSame({ ...thing, name: "a" }, { name: " a", size: "5", use: "" })).toBe(true);
  expect(isSame({ ...thing, name: "b" }, { name: " a", size: "5", use: "" })).toBe(false);
});
