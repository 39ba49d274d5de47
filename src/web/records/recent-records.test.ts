// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { recentRecords, rememberSeen, seenRecords } from "./recent-records.ts";

beforeEach(() => localStorage.clear());

let now = 0;

const open = (...[kind, record]: Parameters<typeof rememberSeen>) => {
  const clock = vi.spyOn(Date, "now").mockReturnValue((now += 1));
  rememberSeen(kind, record);
  clock.mockRestore();
};

test("the latest record comes first, each once: 30 of a kind, 10 of all", () => {
  for (let id = 1; id <= 32; id += 1) open("rmas", { id, label: `RMA-${id}`, status: "" });
  open("rmas", { id: 5, label: "RMA-5, renamed", status: "" });
  open("returns", { id: 5, label: "RTN-5", status: "" });
  expect(seenRecords("rmas")).toHaveLength(30);
  const recent = recentRecords();
  expect(recent).toHaveLength(10);
  expect(recent.slice(0, 3).map(({ kind, label }) => [kind, label])).toEqual([
    ["returns", "RTN-5"],
    ["rmas", "RMA-5, renamed"],
    ["rmas", "RMA-32"],
  ]);
});

test("a product keeps its channel, any text its letters, and a long one its beginning", () => {
  const product = { id: 7, label: "Théière ☕ 茶壺", status: "", channel: 3 };
  open("products", product);
  open("products", { ...product, id: 8, label: "x".repeat(100_000) });
  const [long, other] = recentRecords();
  expect(long?.label).toHaveLength(200);
  expect(other).toMatchObject(product);
});

test.each([
  ["no record", 'null, 4, "x", [], {}'],
  ["an id that is none", '{"id":"1","label":"x","status":"","at":1}'],
  ["another id that is none", '{"id":-1,"label":"x","status":"","at":1}'],
  ["no name", '{"id":1,"label":"","status":"","at":1}'],
])("%s in the storage is left out", (_, text) => {
  const good = '{"id":2,"label":"x","status":"","at":1,"channel":"javascript:0","href":"//evil"}';
  localStorage.setItem("supercargo.seen.rmas embedded", `[${text},${good}]`);
  expect(seenRecords("rmas")).toEqual([{ id: 2, label: "x", status: "", at: 1 }]);
});
