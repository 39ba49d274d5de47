import { expect, test } from "vitest";
import { tableRecords } from "#rules/workflow-records.ts";
import { catalogueInWords, readCatalogueFile } from "./catalog-sheet.tsx";

const { actions, comparators, dataTypes } = tableRecords();
const metaData = {
  dataTypes,
  comparators: comparators.slice(0, 2),
  actions: actions.slice(0, 1),
  ruleTypes: [],
  events: [],
  globalObjects: [{ id: 1, name: "Product", handle: "product" }],
  globalObjectFields: [
    { id: 5, globalObjectId: 1, globalDataTypeId: 1, name: "Title", handle: "title" },
  ],
};

const readText = (text: string) => readCatalogueFile(new Blob([text]));

test("the API's answer is a catalogue", async () => {
  const read = await readText(JSON.stringify(metaData));
  expect(read).toMatchObject({ kind: "catalogue", unread: 0 });
  expect(read.kind === "catalogue" && catalogueInWords(read.metaData)).toBe(
    "1 field, 2 comparators, 1 action, 0 events",
  );
});

test("an invalid record is counted and skipped alone", async () => {
  const read = await readText(
    JSON.stringify({ ...metaData, events: [{ id: "three", name: "Import" }] }),
  );
  expect(read).toMatchObject({ kind: "catalogue", unread: 1 });
});

test.each([
  ["", "This isn't JSON"],
  ["{", "This isn't JSON"],
  ["null", "This isn't a catalog"],
  ["[]", "This isn't a catalog"],
  ['{"dataTypes": {}}', "no list of dataTypes, comparators"],
  [JSON.stringify({ ...metaData, globalObjectFields: [] }), "no list of globalObjectFields"],
  [JSON.stringify({ id: 1, rule: {} }), "A catalog is the response of GET /workflow/meta-data"],
])("other files give a message about what they lack", async (text, why) => {
  const read = await readText(text);
  expect(read.kind === "unreadable" && read.why).toContain(why);
});

test("a file is read by its encoding, and refused by its size or its missing end", async () => {
  const named = (name: string) =>
    JSON.stringify({ ...metaData, globalObjects: [{ ...metaData.globalObjects[0], name }] });
  const latin = Uint8Array.from(named("Gr\u00f6\u00dfe"), (sign) => sign.charCodeAt(0));
  const read = await readCatalogueFile(new Blob([latin]));
  expect(read).toMatchObject({ flaw: "guessed", metaData: { globalObjects: [{ name: "Größe" }] } });
  expect(await readCatalogueFile(new Blob([named("ü")]))).not.toHaveProperty("flaw");
  const cut = new TextEncoder().encode(`"éü`).subarray(0, -1);
  expect(await readCatalogueFile(new Blob([cut]))).toMatchObject({
    why: expect.stringMatching(/^This isn't JSON: .*\. This file .* middle of a character/),
  });
  const huge = { size: 100 * 1024 * 1024 } as Blob;
  expect(await readCatalogueFile(huge)).toEqual({
    kind: "unreadable",
    why: "This file is too large. The limit is 33,554,432 characters.",
  });
});

test("very deep nesting gives a message, not an exception", async () => {
  const deep = `${'{"x":'.repeat(200_000)}1${"}".repeat(200_000)}`;
  const text = JSON.stringify(metaData).replace('"ruleTypes":[]', `"ruleTypes":[${deep}]`);
  const read = await readText(text);
  expect(["catalogue", "unreadable"]).toContain(read.kind);
});
