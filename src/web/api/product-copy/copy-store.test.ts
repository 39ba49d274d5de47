import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { everyProduct } from "#contract/catalog.ts";
import { testProduct } from "#catalog/testing/products.ts";
import type { CopyStorage } from "./copy-state.ts";
import { type CopyRecord } from "./copy-record.ts";
import { type CopyStore, databaseName } from "./copy-store.ts";
import { storageWords } from "./copy-state.ts";
import { createMemoryStore } from "./copy-store.ts";
import { openCopyIndex } from "./copy-index.ts";
import { openStore } from "./copy-store.ts";
import { earliestMoment, type PageRequest, startSweep } from "./sweep-state.ts";
import { nextStep } from "./sweep-state.ts";

const product = (id: number, title = `Product ${id}`): ResellerProductParent =>
  testProduct({
    id,
    sku: `S${id}`,
    title,
    updated_at: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString(),
    variants: [],
  });

const day = (number: number) => Date.UTC(2026, 0, 1) + number * 86_400_000;

const request: PageRequest = { job: "sweep", after: earliestMoment, page: 1, fresh: true };
const answerWith = (products: ResellerProductParent[], wall = 5_000) => ({
  products,
  total: undefined,
  age: undefined,
  askedAt: 1,
  now: 2,
  wall: Date.UTC(2026, 5, 1) + wall,
});

const sweeping = async (store: CopyStore, repeat = false) => {
  await store.begin(1, 2, day(0));
  await store.changeHead((head) => ({ ...head, sweep: startSweep(head.sweep, repeat, 0) }));
};
/** The next request of the copy. */
const awaited = async (store: CopyStore): Promise<PageRequest> => {
  const { sweep } = (await store.head())!;
  const step = nextStep(sweep, { now: 2, check: sweep.sweep === null });
  return step.kind === "request" ? step.request : expect.unreachable(step.kind);
};
const allOf = async (store: CopyStore, rev = 0): Promise<CopyRecord[]> => {
  const all: CopyRecord[] = [];
  for await (const piece of store.changedSince(rev)) all.push(...piece);
  return all.toSorted((a, b) => a.id - b.id);
};

let opened: CopyStore[] = [];
let reported: CopyStorage[] = [];
const openKept = async (copy = "upstream/1") => {
  const store = await openStore(copy, (storage) => reported.push(storage));
  opened.push(store);
  return store;
};
beforeEach(() => {
  reported = [];
});
afterEach(async () => {
  for (const store of opened) store.close();
  opened = [];
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(databaseName).onsuccess = resolve;
  });
});

describe.each([
  ["this browser's database", openKept],
  ["this tab's memory", async () => createMemoryStore("upstream/1")],
])("a copy in %s", (_, open) => {
  it("writes a page's records, the sweep's progress and previous versions in one transaction", async () => {
    const store = await open();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1), product(2)]));
    const next = await awaited(store);
    const change = await store.writePage(next, answerWith([product(1), product(2, "New")]));
    expect(change?.changed.map(({ id }) => id)).toEqual([2]);
    expect(await store.head()).toMatchObject({ products: 2, requests: 2, rev: 2 });
    expect((await store.earlier(2))?.product.title).toBe("Product 2");
    expect(await store.earlier(1)).toBeUndefined();
    expect((await allOf(store, 1)).map(({ id }) => id)).toEqual([2]);
    expect((await allOf(store)).map(({ product: { title } }) => title)).toEqual([
      "Product 1",
      "New",
    ]);
  });

  it("marks records that the last pass did not see as gone, and restores them when they reappear", async () => {
    const store = await open();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1), product(2)]));
    await sweeping(store, true);
    await store.writePage(request, answerWith([product(1)]));
    const head = await store.markGone(2, 77);
    expect(head).toMatchObject({ sweptAt: 77, sweep: { sweep: null, swept: true } });
    expect((await allOf(store)).map(({ goneAt }) => goneAt)).toEqual([null, 77]);
    expect((await allOf(store, 1)).map(({ id }) => id)).toEqual([2]);
    await store.writePage(await awaited(store), answerWith([product(2)]));
    expect((await store.records([2]))[0]?.goneAt).toBeNull();
  });

  it("ignores a page that another tab has already written, or that was not requested", async () => {
    const store = await open();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1), product(2)]));
    const head = await store.head();
    const late = answerWith([product(3)]);
    for (const one of [
      request,
      { ...request, page: 3 },
      { ...request, job: "delta" as const, page: 2 },
    ])
      expect(await store.writePage(one, late)).toBeUndefined();
    expect([await store.head(), (await allOf(store)).length]).toEqual([head, 2]);
  });

  it("writes nothing to a deleted copy", async () => {
    const store = await open();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1)]));
    await store.forget();
    expect(await store.writePage(request, answerWith([product(2)]))).toBeUndefined();
    expect([await store.head(), await allOf(store)]).toEqual([undefined, []]);
  });
});

describe("this browser's database", () => {
  it("separates the copies of different upstreams", async () => {
    const [one, other] = [await openKept("a/1"), await openKept("b/1")];
    await sweeping(one);
    await one.writePage(request, answerWith([product(1)]));
    expect([await other.head(), await allOf(other), await other.records([1])]).toEqual([
      undefined,
      [],
      [undefined],
    ]);
    await other.forget();
    expect(await allOf(one)).toHaveLength(1);
  });

  it("deletes copies that were not opened or updated for 30 days, but not the open one", async () => {
    const copies = ["old/1", "other/1", "checked/1", "own/1"] as const;
    const [old, other, checked, own] = await Promise.all(copies.map(openKept));
    for (const store of [old!, own!]) {
      await sweeping(store);
      await store.writePage(request, { ...answerWith([product(1)]), wall: day(0) });
    }
    await other!.begin(2, 2, day(2));
    await checked!.begin(3, 2, day(0));
    await checked!.changeHead((head) => ({ ...head, checkedAt: day(20) }));
    await own!.dropUnused(day(31));
    const kept = await Promise.all([old!, other!, checked!, own!].map((store) => store.head()));
    expect(kept.map((head) => head?.copy)).toEqual([undefined, ...copies.slice(1)]);
    expect([await allOf(old!), (await allOf(own!)).length]).toEqual([[], 1]);
  });

  const openIndex = (store: CopyStore) => openCopyIndex(store, async () => undefined);
  const idsIn = ({ index }: Awaited<ReturnType<typeof openIndex>>) => [
    ...index().search(everyProduct).ids,
  ];

  it("loads a saved index, with the changes since", async () => {
    const store = await openKept();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1), product(2)]));
    await (await openIndex(store)).save(true);
    expect(await store.savedIndex()).toMatchObject({ rev: 1 });
    await store.writePage(await awaited(store), answerWith([product(2, "New")]));
    const { rev, index } = await openIndex(store);
    expect([
      rev(),
      index()
        .rows([1, 2])
        .map(({ title }) => title),
    ]).toEqual([2, ["Product 1", "New"]]);
  });

  it.each([
    ["deleted", async () => undefined],
    ["deleted and created again", (store: CopyStore) => sweeping(store)],
  ])("saves no index of a copy that was %s meanwhile", async (_, then) => {
    const store = await openKept();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1)]));
    const before = await openIndex(store);
    await store.forget();
    await then(store);
    await before.save(true);
    expect(await store.savedIndex()).toBeUndefined();
    await sweeping(store);
    await store.writePage(request, answerWith([product(2)]));
    expect(idsIn(await openIndex(store))).toEqual([2]);
  });

  it("drops a saved index that has more changes than the copy", async () => {
    const store = await openKept();
    await sweeping(store);
    await store.writePage(request, answerWith([product(1)]));
    const old = await openIndex(store);
    await store.changeHead((head) => ({ ...head, rev: 500 }));
    await store.saveIndex(() => ({ rev: 500, snapshot: old.index().save() }));
    await store.changeHead((head) => ({ ...head, rev: 3 }));
    await store.writePage(await awaited(store), answerWith([product(1), product(2)]));
    expect(idsIn(await openIndex(store)).toSorted()).toEqual([1, 2]);
  });

  it("of a newer version is unchanged, and the copy is kept in memory", async () => {
    (await openDB(databaseName, 99)).close();
    const store = await openKept();
    expect([store.kind, reported]).toEqual(["memory", [storageWords["other-version"]]]);
  });

  it.each([
    ["absent", undefined],
    [
      "forbidden",
      () => {
        throw new DOMException("Not here.", "SecurityError");
      },
    ],
    [
      "broken",
      () => {
        const failing = Object.assign(new EventTarget(), { error: new DOMException("Broken.") });
        queueMicrotask(() => failing.dispatchEvent(new Event("error")));
        return failing;
      },
    ],
    ["silent", () => new EventTarget()],
  ])("that is %s reports the reason, and the copy is kept in memory", async (_, open) => {
    const { indexedDB: real } = globalThis;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    vi.stubGlobal("indexedDB", open && Object.assign(Object.create(real), { open }));
    try {
      const opening = openKept();
      await vi.runAllTimersAsync();
      expect((await opening).kind).toBe("memory");
    } finally {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    }
    expect(reported).toEqual([storageWords.refused]);
  });

  it("leases the lead to one tab until the lease expires", async () => {
    const store = await openKept();
    expect(await store.lease("one", 0, 10)).toBe(true);
    expect(await store.lease("other", 5, 15)).toBe(false);
    expect(await store.lease("one", 8, 18)).toBe(true);
    expect(await store.lease("other", 19, 29)).toBe(true);
  });
});
