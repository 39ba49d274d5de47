// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Sending } from "#web/api/call.ts";
import { ApiError } from "#web/base/api-error.ts";
import {
  createCreationPlan,
  type Creating,
  creationStore,
  existedBefore,
  type Made,
} from "./creation.ts";
import { createSaveMachine } from "./save-machine.ts";
import { settleChecked } from "./settle-checked.ts";

vi.mock("./settle-checked.ts", () => ({ settleChecked: vi.fn<typeof settleChecked>() }));
const settling = vi.mocked(settleChecked);

interface Thing {
  readonly id: number;
  readonly createdAt?: string;
  readonly name: string;
}
type Things = Creating<"name", Thing>;

const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });
const refusal = (kind: string, status = 400) =>
  new ApiError("no", { status, outcome: "refused", kind });

beforeEach(() => {
  localStorage.clear();
  settling.mockReset();
});

/** A form on a page; another one with the same browser storage is the page after a reload. */
const openPage = ({ known = [] as Thing[] } = {}) => {
  const store = creationStore<"name">("thing.new", "browser");
  const keys: (string | undefined)[] = [];
  const made: Made[] = [];
  const page = {
    texts: { name: "Colors" },
    answer: async (): Promise<Made> => ({ id: 9, name: "Colors" }),
    list: async (): ReturnType<Things["list"]> => ({ value: [] }),
  };
  const creating: Things = {
    make: (_: unknown, sending: Sending) => {
      keys.push(sending["Idempotency-Key"]);
      return page.answer();
    },
    list: () => page.list(),
    known: () => known,
    equals: (record, texts) => record.name === texts.name,
    take: ({ id, name }) => ({ id, name }),
  };
  const machine = createSaveMachine(() =>
    createCreationPlan(creating, store, page.texts, {
      ready: () => true,
      saved: (answer) => void made.push(answer),
      refused: () => undefined,
    }),
  );
  const kind = () => machine.state.get().kind;
  return { page, machine, keys, made, store, kind };
};

/** Sends a request whose answer is lost. */
const lose = async (open: ReturnType<typeof openPage>) => {
  open.page.answer = () => Promise.reject(lost);
  await open.machine.save();
  expect(open.kind()).toBe("unknown");
};

/** Looks for the record, in a list without it. */
const miss = async (open: ReturnType<typeof openPage>) => {
  await lose(open);
  await open.machine.check();
  expect(open.kind()).toBe("lost");
};

describe("a record whose creation had no response", () => {
  test("is found in the list and opened; records that existed before aren't taken for it", async () => {
    const old = { id: 3, name: "Colors" };
    const open = openPage({ known: [old] });
    await lose(open);
    const value = [old, { id: 8, name: "Sizes" }, { id: 5, name: "Colors" }];
    open.page.list = async () => ({ value, cut: true });
    await open.machine.check();
    expect(open.made).toEqual([{ id: 5, name: "Colors" }]);
    expect(open.store.read()).toBeUndefined();
    await expect.poll(() => settling.mock.calls).toEqual([[open.keys[0], true]]);
  });

  test("isn't taken for an equal record that this browser never saw, if that is older", async () => {
    const open = openPage();
    await lose(open);
    const older = { id: 9, name: "Colors", createdAt: "2026-01-01T00:00:00Z" };
    open.page.list = async () => ({ value: [older] });
    await open.machine.check();
    expect(open.kind()).toBe("lost");
    await lose(open);
    const created = { id: 8, name: "Colors", createdAt: new Date().toISOString() };
    open.page.list = async () => ({ value: [older, created] });
    await open.machine.check();
    expect(open.made).toEqual([{ id: 8, name: "Colors" }]);
  });

  test("isn't in the list: the same entries are sent again with the same key", async () => {
    const open = openPage();
    await miss(open);
    await expect.poll(() => settling.mock.calls).toEqual([[open.keys[0], false]]);
    await open.machine.save();
    expect(open.keys).toEqual([open.keys[0], open.keys[0]]);
    expect(open.keys[0]).toBeTruthy();
  });

  test("isn't in the list: other entries are sent after a question, with another key", async () => {
    const open = openPage();
    await miss(open);
    open.page.texts = { name: "Colours" };
    await open.machine.save();
    expect([open.kind(), open.keys.length]).toEqual(["reviewing", 1]);
    await open.machine.send();
    expect(new Set(open.keys).size).toBe(2);
  });

  test.each<[string, () => ReturnType<Things["list"]>]>([
    [
      "can't be listed",
      () => Promise.reject(new ApiError("no", { status: 405, outcome: "refused" })),
    ],
    ["may be in the rest of a long list", async () => ({ value: [], cut: true })],
  ])("stays unknown where it %s", async (_, list) => {
    const open = openPage();
    await lose(open);
    open.page.list = list;
    await open.machine.check();
    expect(open.kind()).toBe("unknown");
    expect(open.store.read()).toMatchObject({ missed: false });
  });

  test("is known after a reload, and settled under its key", async () => {
    const before = openPage();
    await lose(before);
    const open = openPage();
    open.machine.markUnknown(open.store.read()!);
    await open.machine.check();
    await expect.poll(() => settling.mock.calls).toEqual([[before.keys[0], false]]);
    await open.machine.save();
    expect(open.keys).toEqual(before.keys);
  });
});

test("is stored before it is sent", async () => {
  const open = openPage();
  open.page.answer = async () => {
    expect(open.store.read()).toMatchObject({ texts: { name: "Colors" }, key: open.keys[0] });
    return { id: 9, name: "Colors" };
  };
  await open.machine.save();
  expect(open.made).toHaveLength(1);
  expect(open.store.read()).toBeUndefined();
});

test.each<[string, "first" | "repeated", ApiError, boolean]>([
  ["the API", "first", refusal("upstream-refused"), false],
  ["the gateway", "first", refusal("memory-unavailable", 503), false],
  ["the API", "repeated", refusal("upstream-refused"), false],
  ["the gateway, which says nothing of the first one,", "repeated", refusal("stopping", 503), true],
  ["a proxy", "repeated", new ApiError("no", { status: 403, outcome: "refused" }), true],
])(
  "after a refusal by %s of a %s request, its key stays in use only in doubt",
  async (_, which, error, stays) => {
    const open = openPage();
    if (which === "repeated") await miss(open);
    open.page.answer = () => Promise.reject(error);
    await open.machine.save();
    expect(open.kind()).toBe("refused");
    await open.machine.save();
    expect(open.keys.at(-1) === open.keys.at(-2)).toBe(stays);
  },
);

const sentAt = Date.parse("2026-11-25T12:00:00Z");

test.each<[createdAt: string | null | undefined, sentAt: number | undefined, existed: boolean]>([
  ["2026-11-25T12:00:01Z", sentAt, false],
  // Another clock, or another time zone.
  ["2026-11-25T11:58:00Z", sentAt, false],
  ["2026-11-25T01:00:00", sentAt, false],
  ["2026-11-23T12:00:01Z", sentAt, false],
  // Without a zone: UTC, on every machine.
  ["2026-11-23T12:00:00", sentAt, false],
  ["2026-11-23T11:59:59", sentAt, true],
  ["2026-11-23T11:59:59Z", sentAt, true],
  ["2025-03-01T00:00:00Z", sentAt, true],
  ["2025-03-01T00:00:00Z", undefined, false],
  ["not a time", sentAt, false],
  [null, sentAt, false],
  [undefined, sentAt, false],
])("a record created at %s existed before a request of %s: %s", (createdAt, sent, existed) => {
  expect(existedBefore({ createdAt }, sent)).toBe(existed);
});
