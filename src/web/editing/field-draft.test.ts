import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Side } from "./editing-plan.ts";
import { createFieldsAdapter, editField, type FieldDraft, overlayTexts } from "./field-draft.ts";

type Field = "status" | "url" | "amount";
type Record = Readonly<{ [F in Field]: string }>;
const record: Record = { status: "open", url: "a", amount: "5.00" };
const fields = createFieldsAdapter<Record, Field>({
  textsOf: (texts) => texts,
  labelsOf: () => ({ status: "Status", url: "Address" }),
  normal: (field, text) => (field === "amount" ? Number(text).toFixed(2) : text.trim()),
});
const { rebase, diff, merge, isEmpty, findChanges } = fields;

describe("editField", () => {
  test.each<[string, FieldDraft<Field>, Field, string, FieldDraft<Field>]>([
    ["a first text", {}, "url", "b", { url: { text: "b", was: "a" } }],
    ["the record's own text", {}, "url", "a", {}],
    ["the old text again", { url: { text: "b", was: "a" } }, "url", "a", {}],
    [
      "next to another field",
      { url: { text: "b", was: "a" } },
      "status",
      "",
      { url: { text: "b", was: "a" }, status: { text: "", was: "open" } },
    ],
    [
      "again, keeping the first original text",
      { url: { text: "b", was: "older" } },
      "url",
      "bc",
      { url: { text: "bc", was: "older" } },
    ],
  ])("%s", (_, draft, field, text, after) =>
    expect(editField(draft, record, field, text)).toEqual(after),
  );
});

test("overlayTexts puts the draft over the record", () =>
  expect(overlayTexts(record, { url: { text: "", was: "a" } })).toEqual({ ...record, url: "" }));

test.each<[string, FieldDraft<Field>, boolean, Field[]]>([
  ["nothing", {}, true, []],
  ["an amount written otherwise", { amount: { text: "5", was: "5.00" } }, true, []],
  ["spaces around the same text", { url: { text: " a ", was: "a" } }, true, []],
  ["another text", { url: { text: "b", was: "a" } }, false, ["url"]],
  ["an empty text", { url: { text: "", was: "a" } }, false, ["url"]],
])("a draft of %s", (_, draft, empty, changed) => {
  expect(isEmpty(draft)).toBe(empty);
  expect(Object.keys(findChanges(draft, record))).toEqual(changed);
});

test("over a newer record, a draft loses what that has by now", () => {
  const draft = { url: { text: "b", was: "a" }, status: { text: "closed ", was: "open" } };
  expect(rebase(draft, { ...record, status: "closed" })).toEqual({ url: { text: "b", was: "a" } });
});

describe("after a save, what was typed since is left, over the answer", () => {
  const sent = { url: { text: "b", was: "a" } };
  test.each<[string, FieldDraft<Field>, FieldDraft<Field>]>([
    ["nothing", sent, {}],
    [
      "a text that was edited further",
      { url: { text: "bc", was: "a" } },
      { url: { text: "bc", was: "a2" } },
    ],
    [
      "another field",
      { ...sent, status: { text: "x", was: "open" } },
      { status: { text: "x", was: "open" } },
    ],
    ["a text that was restored", {}, {}],
  ])("%s", (_, draft, left) => expect(rebase(draft, { ...record, url: "a2" }, sent)).toEqual(left));
});

describe("diff", () => {
  test.each<[string, FieldDraft<Field>, Partial<Record>, unknown[]]>([
    ["nothing changed", { url: { text: "b", was: "a" } }, {}, []],
    [
      "a field without unsaved text",
      {},
      { status: "closed" },
      [{ field: "status", label: "Status", was: "open", now: "closed", mine: undefined }],
    ],
    ["a field without a label", { amount: { text: "7", was: "5.00" } }, { amount: "6.00" }, []],
    [
      "a field that both changed",
      { url: { text: "b", was: "a" } },
      { url: "c" },
      [{ field: "url", label: "Address", was: "a", now: "c", mine: "b" }],
    ],
    ["a field that both changed to the same", { url: { text: "c ", was: "a" } }, { url: "c" }, []],
    [
      "a draft older than the loaded record",
      { url: { text: "b", was: "long ago" } },
      {},
      [{ field: "url", label: "Address", was: "long ago", now: "a", mine: "b" }],
    ],
  ])("%s", (_, draft, now, differences) =>
    expect(diff(draft, record, { ...record, ...now })).toEqual(differences),
  );
});

const text = fc.constantFrom("", "a", "b", "c", "open", "5.00", "7.00");
const texts = fc.record({ status: text, url: text, amount: fc.constantFrom("5.00", "6.00") });
const typed = fc.record({ status: text, url: text }, { requiredKeys: [] });

test("a resolved conflict is none any more, and has the selected version of each field", () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      typed,
      fc.constantFrom<Side>("mine", "theirs"),
      (old, now, edits, side) => {
        let draft: FieldDraft<Field> = {};
        for (const [field, typedText] of Object.entries(edits) as [Field, string][])
          draft = editField(draft, old, field, typedText);
        const differences = diff(draft, old, now);
        const choices = Object.fromEntries(differences.map(({ field }) => [field, side]));
        const merged = merge(draft, differences, choices, now);
        expect(diff(merged, now, now)).toEqual([]);
        const shown = overlayTexts(now, merged);
        for (const { field, now: theirs, mine } of differences)
          expect(shown[field as Field]).toBe(side === "mine" ? (mine ?? theirs) : theirs);
      },
    ),
  );
});
