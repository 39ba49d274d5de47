import { expect, onTestFinished, test } from "vitest";
import { seeingChanges } from "#contract/people.ts";
import { session } from "#web/base/session.ts";
import type { ProductRow } from "#contract/catalog.ts";
import {
  actionOptions,
  paletteGroups,
  type PaletteStock,
  recentOptions,
  screenOptions,
} from "./palette-groups.ts";
import { recordOption } from "./palette-options.ts";

const stock: PaletteStock = {
  recent: recentOptions(
    [
      { kind: "rmas", id: 1, label: "RMA-30001" },
      { kind: "products", id: 2, label: "Lamp", channel: 3 },
    ],
    "/rmas/1",
  ),
  screens: screenOptions([
    { to: "/", label: "Overview" },
    { to: "/products", label: "Products" },
  ]),
  actions: actionOptions([{ label: "Refresh", run: () => {} }]),
  everywhere: [
    { id: "dark", label: "Use dark colors", detail: "", act: { kind: "run", run: () => {} } },
  ],
  records: [
    recordOption({ kind: "products", id: 2, label: "Lamp", channel: 3 }),
    recordOption({ kind: "rmas", id: 1, label: "RMA-30001" }),
  ],
};

const none = { rows: [], channel: undefined };

const found = (text: string) =>
  Object.fromEntries(
    paletteGroups(stock, none, text).map(({ title, options }) => [
      title,
      options.map(({ label }) => label),
    ]),
  );

test("nothing typed: recent records but the one on the screen, every screen, this screen's actions", () => {
  expect(found(" ")).toEqual({
    Recent: ["Lamp"],
    "Go to": ["Overview", "Products"],
    Actions: ["Refresh"],
  });
});

test.each([
  ["home", { "Go to": ["Overview"], Records: ["Search products for “home”"] }],
  ["refresh", { Actions: ["Refresh"], Records: ["Search products for “refresh”"] }],
  ["dark", { Actions: ["Use dark colors"], Records: ["Search products for “dark”"] }],
  // A recent record is not listed again among the records.
  ["lamp", { Recent: ["Lamp"], Records: ["Search products for “lamp”"] }],
])("%j", (text, expected) => expect(found(text)).toEqual(expected));

test("a known record comes before the ways to ask for it, and is not asked for by the same id", () => {
  const records = found("rma 1")["Records"];
  expect(records?.[0]).toBe("RMA-30001");
  expect(records).not.toContain("RMA ID 1");
});

const rowOf = (id: number, title: string, sku: string): ProductRow =>
  ({ id, title, sku, matchedVariants: [] }) as unknown as ProductRow;

test.each([
  ["vase", ["Vase 30001", "Vase"]],
  ["ab12-9", ["Vase 30001", "Vase", "RMA number ab12-9"]],
  ["rma-30001", ["RMA-30001", "RMA number rma-30001", "Vase 30001", "Vase"]],
  ["rma number 9", ["RMA number 9", "Vase 30001", "Vase"]],
  // A SKU of digits only comes first if it was typed whole.
  ["4711", ["Vase", "RMA number 4711"]],
])("products and lookups of %j", (text, expected) => {
  const rows = [rowOf(8, "Vase 30001", "RMA-30001-A"), rowOf(9, "Vase", "4711")];
  const groups = paletteGroups({ ...stock, recent: [] }, { rows, channel: 3 }, text);
  const labels = groups.at(-1)?.options.map(({ label }) => label);
  expect(labels?.slice(0, expected.length)).toEqual(expected);
});

test("no option has the id of another", () => {
  const ids = paletteGroups(stock, none, "1").flatMap(({ options }) => options.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("a screen that the role may not see is locked, with the reason", () => {
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  session.set({ signIn: "oidc", person: { id: "1", name: "Vera", role: "viewer" } });
  const [overview, activity] = screenOptions([
    { to: "/", label: "Overview" },
    { to: "/audit", label: "Activity", permission: seeingChanges },
  ]);
  expect(overview?.locked).toBeUndefined();
  expect(activity?.locked).toMatch(/^Your role, Viewer, can't see who changed what\./);
});
