import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testRequest } from "#rule-model/test-builder.ts";
import { browserDrafts, type StoredDraft } from "./browser-drafts.ts";

// @vitest-environment happy-dom

/** A draft of `minutes` ago. */
const draftOf = (name: string, minutes: number): StoredDraft => ({
  base: testRequest(),
  mine: { ...testRequest(), name },
  at: Date.now() - minutes * 60_000,
});

const nameOf = async (key: string) => (await browserDrafts.read(key))?.mine.name;

/** A page that closes before the browser has deleted anything. */
const closeInDeletion = async (key: string) => {
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new DOMException("closed", "AbortError");
  });
  await browserDrafts.remove(key).catch(() => undefined);
  vi.restoreAllMocks();
};

afterEach(() => localStorage.clear());

describe("drafts in this browser", () => {
  it("are read as they were written, the latest of both copies first", async () => {
    await browserDrafts.write("a", draftOf("slow", 2));
    expect(await nameOf("a")).toBe("slow");
    browserDrafts.writeAtOnce("a", draftOf("closing", 1));
    expect(await nameOf("a")).toBe("closing");
    await browserDrafts.write("a", draftOf("later", 0));
    expect(await nameOf("a")).toBe("later");
    await browserDrafts.remove("a");
    expect(await nameOf("a")).toBeUndefined();
  });

  it("keep a change that is stored at once while an earlier one is still being written", async () => {
    const writing = browserDrafts.write("slow", draftOf("earlier", 1));
    browserDrafts.writeAtOnce("slow", draftOf("closing", 0));
    await writing;
    expect(await nameOf("slow")).toBe("closing");
  });

  it("do not come back after a deletion that the page did not live to see", async () => {
    await browserDrafts.write("b", draftOf("discarded", 1));
    await closeInDeletion("b");
    expect(await nameOf("b")).toBeUndefined();
  });

  it.each(["write", "writeAtOnce"] as const)(
    "are read again where a later change was stored by %s",
    async (how) => {
      await browserDrafts.write("c", draftOf("discarded", 1));
      await closeInDeletion("c");
      await browserDrafts[how]("c", draftOf("new", -1));
      expect(await nameOf("c")).toBe("new");
    },
  );

  it("leave nothing in small storage once a deletion has finished", async () => {
    await browserDrafts.write("d", draftOf("discarded", 1));
    await browserDrafts.remove("d");
    expect(localStorage.length).toBe(0);
  });
});
