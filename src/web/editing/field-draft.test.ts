import { describe, expect, test } from "vitest";
import {
  followDraft,
  resolveDraft,
  findContested,
  findDifferences,
  type FieldDraft,
  dropUnchanged,
  overlayTexts,
  editsSince,
  editField,
} from "./field-draft.ts";

type Field = "status" | "url";
const labels = { status: "Status", url: "Address" } as const;
const record = { status: "open", url: "a" };

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

describe("editsSince", () => {
  const sent = { url: { text: "b", was: "a" } };
  test.each<[string, FieldDraft<Field>, FieldDraft<Field>]>([
    ["nothing was typed after it was sent", sent, {}],
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
  ])("%s", (_, draft, left) =>
    expect(editsSince(draft, sent, { status: "open", url: "a2" })).toEqual(left),
  );
});

test("overlayTexts puts the draft over the record", () => {
  expect(overlayTexts(record, { url: { text: "", was: "a" } })).toEqual({
    status: "open",
    url: "",
  });
});

test("dropUnchanged removes fields that equal the record", () => {
  const draft = { url: { text: "b", was: "a" }, status: { text: "closed", was: "open" } };
  expect(dropUnchanged(draft, { status: "closed", url: "a" })).toEqual({
    url: { text: "b", was: "a" },
  });
});

describe("findDifferences", () => {
  test.each<[string, FieldDraft<Field>, Record<Field, string>, unknown[]]>([
    ["nothing changed", { url: { text: "b", was: "a" } }, record, []],
    [
      "a field without unsaved text",
      {},
      { status: "closed", url: "a" },
      [{ field: "status", label: "Status", was: "open", now: "closed", mine: undefined }],
    ],
    [
      "a field that both changed",
      { url: { text: "b", was: "a" } },
      { status: "open", url: "c" },
      [{ field: "url", label: "Address", was: "a", now: "c", mine: "b" }],
    ],
    [
      "a field that both changed to the same text",
      { url: { text: "c", was: "a" } },
      { status: "open", url: "c" },
      [],
    ],
    [
      "a draft older than the loaded record",
      { url: { text: "b", was: "long ago" } },
      record,
      [{ field: "url", label: "Address", was: "long ago", now: "a", mine: "b" }],
    ],
  ])("%s", (_, draft, now, differences) =>
    expect(findDifferences(record, now, draft, labels)).toEqual(differences),
  );
});

test("resolveDraft bases my fields on the current record, drops their fields, and keeps the rest", () => {
  const now = { status: "closed", url: "c" };
  const draft = { url: { text: "b", was: "a" }, status: { text: "cancelled", was: "open" } };
  const differences = findDifferences(record, now, draft, labels);
  expect(findContested(differences)).toHaveLength(2);
  expect(resolveDraft(draft, differences, { url: "mine", status: "theirs" })).toEqual({
    url: { text: "b", was: "c" },
  });
  expect(resolveDraft(draft, [], {})).toEqual(draft);
});

test.each<[string, string | undefined, string | undefined]>([
  ["the text as it was", "b", "b"],
  ["both texts in one", "c, b", "c, b"],
  ["their text", "c", undefined],
  ["nothing any more", undefined, undefined],
])("fault 41: a conflict follows what is typed meanwhile: %s", (_, text, mine) => {
  const typed = { url: { text: "b", was: "a" } };
  const differences = findDifferences(record, { ...record, url: "c" }, typed, labels);
  const draft = text === undefined ? {} : { url: { text, was: "a" } };
  const followed = followDraft(differences, draft);
  expect(followed).toEqual([{ field: "url", label: "Address", was: "a", now: "c", mine }]);
  expect(resolveDraft(draft, followed, { url: "mine" })).toEqual(
    mine === undefined ? draft : { url: { text: mine, was: "c" } },
  );
});
