import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";
import { deleteOldSamples } from "./preview-session.ts";

test("deletes the samples that an earlier version kept, and nothing else", async () => {
  for (const name of ["supercargo-samples", "supercargo-looks"]) (await openDB(name, 1)).close();
  deleteOldSamples();
  await expect
    .poll(async () => (await indexedDB.databases()).map(({ name }) => name))
    .toEqual(["supercargo-looks"]);
});
