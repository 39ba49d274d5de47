// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readDraft, writeDraft } from "./drafts.ts";
import { findEditing } from "./editing.ts";
import { type PhaseKind } from "./editing-plan.ts";
import { settleChecked } from "./settle-checked.ts";
import {
  type Answers,
  changed,
  lost,
  problem,
  refused,
  setUpEditing,
  silence,
  unknownToGateway,
  unread,
} from "#web/testing/open-editing.ts";

vi.mock("./settle-checked.ts", () => ({ settleChecked: vi.fn<typeof settleChecked>() }));
const settling = vi.mocked(settleChecked);
beforeEach(() => void settling.mockReset());

const given = setUpEditing();
const { open, save, settled, ways } = given;

describe("a lost answer", () => {
  test.each<
    [what: string, sends: Answers, reads: Answers, kind: PhaseKind, settled: boolean | undefined]
  >([
    ["that the gateway has", [lost, "new"], ["old"], "editing", undefined],
    ["that the gateway has refused", [lost, refused], ["old"], "refused", undefined],
    [
      "unknown to the gateway, in the record",
      [lost, unknownToGateway],
      ["old", "new"],
      "editing",
      true,
    ],
    ["unknown to the gateway, not in the record", [lost, unknownToGateway], ["old"], "lost", false],
    [
      "that arrived nowhere, over a newer version",
      [lost, changed],
      ["old", "theirs"],
      "conflict",
      undefined,
    ],
    [
      "unknown, beside another change",
      [lost, unknownToGateway],
      ["old", "theirs"],
      "conflict",
      undefined,
    ],
    ["that can't be asked for", [lost, silence], ["old"], "unknown", undefined],
    [
      "that is still to come",
      [lost, problem("unknown", 409, "change-under-way")],
      ["old"],
      "unknown",
      undefined,
    ],
    [
      "without a session",
      [lost, problem("refused", 401, "signed-out")],
      ["old"],
      "unknown",
      undefined,
    ],
    [
      "of a record that can't be read",
      [lost, unknownToGateway],
      ["old", unread],
      "unknown",
      undefined,
    ],
  ])("%s", async (_, sends, reads, kind, made) => {
    const opened = await save({ sends: [...sends], reads: [...reads] });
    await opened.editing.check();
    await vi.dynamicImportSettled();
    expect(opened.kind()).toBe(kind);
    const [first, second] = opened.requests.map(({ sending }) => sending);
    expect(second).toEqual(first);
    expect(settling.mock.calls).toEqual(
      made === undefined ? [] : [[first?.["Idempotency-Key"], made]],
    );
  });

  test("is asked for after a reload, with the same request, key and version", async () => {
    const at = Date.now() - 60_000;
    const sent = { key: "k-1", request: "new", version: "v7", draft: "new", at };
    writeDraft(given.key, "browser", { draft: "newer", sent, at: 0 });
    const { editing, kind, requests, saved } = open();
    expect([kind(), editing.document.get()]).toEqual(["unknown", "newer"]);
    await editing.check();
    expect(requests).toEqual([
      { text: "new", sending: { "If-Match": "v7", "Idempotency-Key": "k-1" } },
    ]);
    expect([kind(), editing.document.get(), saved]).toEqual([
      "editing",
      "newer",
      [{ value: "new", found: true }],
    ]);
    expect(readDraft(given.key)).toMatchObject({ draft: "newer" });
  });

  test.each<[what: string, minutes: number, sends: number]>([
    ["by itself when its page was just closed", 2, 1],
    ["only on a click later: the person may have changed their mind", 11, 0],
  ])("is asked for %s", async (_, minutes, sends) => {
    const at = Date.now() - minutes * 60_000;
    const sent = { key: "k-1", request: "new", draft: "new", at };
    writeDraft(given.key, "browser", { draft: "new", sent, at });
    const { editing, requests, kind } = open();
    editing.show();
    await settled();
    expect([requests.length, kind()]).toEqual([sends, sends === 1 ? "editing" : "unknown"]);
  });

  test("is not asked for once the gateway may have forgotten its key: the record is read", async () => {
    const at = Date.now() - 21 * 3_600_000;
    const sent = { key: "k-1", request: "new", version: "v7", draft: "new", at };
    writeDraft(given.key, "browser", { draft: "new", sent, at });
    const { editing, kind, requests } = open({ reads: ["new"] });
    await editing.check();
    expect([kind(), requests]).toEqual(["editing", []]);
  });
});

describe("a draft", () => {
  test("is stored half a second after typing at the latest, and once the page is hidden", () => {
    const { type, editing } = open();
    type("n");
    expect(editing.state.get().stored).toBe("pending");
    vi.advanceTimersByTime(500);
    expect([readDraft(given.key)?.draft, editing.state.get().stored]).toEqual(["n", "stored"]);
    type("ne");
    dispatchEvent(new Event("pagehide"));
    expect(readDraft(given.key)?.draft).toBe("ne");
    editing.discard();
    vi.advanceTimersByTime(500);
    expect(readDraft(given.key)).toBeUndefined();
    editing.document.undo();
    expect(editing.document.get()).toBe("ne");
  });

  test("is stored while a request is under way, with it", async () => {
    const { requests } = await ways.sending();
    expect(readDraft(given.key)).toMatchObject({
      draft: "new",
      sent: { request: "new", key: requests[0]?.sending["Idempotency-Key"], version: "v1" },
    });
  });

  test.each(["{", "null", "7", '{"value":"old format","savedAt":0}', '{"v":1,"draft":"x"}'])(
    "that can't be read is dropped: %s",
    (text) => {
      localStorage.setItem(`supercargo.draft.${given.key} embedded`, text);
      expect(open().editing.document.get()).toBe("");
    },
  );

  test("that the browser can't store is said, and kept in memory", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { type, editing } = open();
    type("new");
    vi.advanceTimersByTime(500);
    expect(editing.state.get().stored).toBe("refused");
    editing.show()();
    expect(open().editing.document.get()).toBe("new");
  });

  test("that equals the record by now is none", () => {
    writeDraft(given.key, "browser", { draft: "old", at: 0 });
    expect(open().editing.isDirty()).toBe(false);
  });

  test("is closed once it is saved and not shown", async () => {
    const { editing, type } = open();
    const hide = editing.show();
    type("new");
    hide();
    await settled();
    expect(findEditing(given.key)).toBe(editing);
    await editing.save();
    await settled();
    expect(findEditing(given.key)).toBeUndefined();
  });
});

/** Another tab stores something under the key of the draft, or deletes it. */
const storeElsewhere = (stored: Parameters<typeof writeDraft>[2]) => {
  writeDraft(given.key, "browser", stored);
  dispatchEvent(new StorageEvent("storage", { key: `supercargo.draft.${given.key} embedded` }));
};

describe("another tab", () => {
  test("shows what is typed, and undo returns to what was there before", () => {
    const { editing } = open();
    storeElsewhere({ draft: "theirs", at: 0 });
    expect([editing.document.get(), editing.state.get().elsewhere]).toEqual(["theirs", true]);
    editing.document.undo();
    expect(editing.document.get()).toBe("");
  });

  test("is overwritten by what is typed here at the same time", () => {
    const { editing, type } = open();
    type("mine");
    storeElsewhere({ draft: "theirs", at: 0 });
    vi.advanceTimersByTime(500);
    expect([editing.document.get(), readDraft(given.key)?.draft]).toEqual(["mine", "mine"]);
  });

  const sent = () => ({ key: "k-1", request: "new", draft: "new", at: Date.now() });

  test("that sends the draft keeps this one from sending it, too", async () => {
    const { editing, kind, requests } = open();
    storeElsewhere({ draft: "new", sent: sent(), at: 0 });
    expect(kind()).toBe("sending");
    await editing.save();
    expect(requests).toEqual([]);
    storeElsewhere({ draft: "new", at: 0 });
    expect(kind()).toBe("editing");
  });

  test("that has no answer after a while may have been closed: this one can check", async () => {
    const { editing, kind, requests } = open();
    storeElsewhere({ draft: "new", sent: sent(), at: 0 });
    vi.advanceTimersByTime(15_000);
    expect(kind()).toBe("unknown");
    await editing.check();
    expect(requests).toMatchObject([{ text: "new", sending: { "Idempotency-Key": "k-1" } }]);
  });

  test("that has deleted the draft finds nothing stored again", () => {
    open();
    storeElsewhere({ draft: "new", sent: sent(), at: 0 });
    storeElsewhere(undefined);
    vi.advanceTimersByTime(20_000);
    expect(readDraft(given.key)).toBeUndefined();
  });

  test("that saved the draft leaves none, and its record is read", async () => {
    const { editing, type, record } = open({ reads: ["theirs"] });
    editing.show();
    type("mine");
    vi.advanceTimersByTime(500);
    storeElsewhere(undefined);
    await settled();
    expect([editing.isDirty(), record(), editing.state.get().elsewhere]).toEqual([
      false,
      "theirs",
      false,
    ]);
  });
});
