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
import { type PaletteOption, recordOption } from "./palette-options.ts";

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
  ["home", { "Go to": ["Overview"], Products: ["Search products for “home”"] }],
  ["refresh", { Actions: ["Refresh"], Products: ["Search products for “refresh”"] }],
  ["dark", { Actions: ["Use dark colors"], Products: ["Search products for “dark”"] }],
  // A recent record is not listed again among the records.
  ["lamp", { Recent: ["Lamp"], Products: ["Search products for “lamp”"] }],
])("%j", (text, expected) => expect(found(text)).toEqual(expected));

test("a known record comes before the ways to ask for it, and is not asked for by the same id", () => {
  const groups = found("rma 1");
  expect(Object.entries(groups)[0]).toEqual(["RMAs", ["RMA-30001"]]);
  expect(groups["Number or ID"]).not.toContain("RMA ID 1");
});

const rowOf = (id: number, title: string, sku: string): ProductRow =>
  ({ id, title, sku, matchedVariants: [] }) as unknown as ProductRow;

const search = "Search products for";

test.each([
  ["vase", { Products: ["Vase 30001", "Vase", `${search} “vase”`] }],
  ["ab12-9", { Products: ["Vase 30001", "Vase", `${search} “ab12-9”`], "Number or ID": 3 }],
  [
    "rma-30001",
    {
      RMAs: ["RMA-30001"],
      "Number or ID": 1,
      Products: ["Vase 30001", "Vase", `${search} “rma-30001”`],
    },
  ],
  [
    "rma number 9",
    { "Number or ID": 1, Products: ["Vase 30001", "Vase", `${search} “rma number 9”`] },
  ],
  // A SKU of digits only comes first if it was typed whole.
  ["4711", { Products: ["Vase 30001", "Vase", `${search} “4711”`], "Number or ID": 3 }],
])("products and lookups of %j", (text, expected) => {
  const rows = [rowOf(8, "Vase 30001", "RMA-30001-A"), rowOf(9, "Vase", "4711")];
  const groups = paletteGroups({ ...stock, recent: [] }, { rows, channel: 3 }, text);
  expect(
    groups.map(({ title, options }) => [
      title,
      title === "Number or ID" ? options.length : options.map(({ label }) => label),
    ]),
  ).toEqual(Object.entries(expected));
});

test("found records are in the group of their kind, before what leads to more of them", () => {
  const more = { id: "all rmas", label: "Show all 9 RMAs", detail: "", group: "RMAs" };
  const found: PaletteOption[] = [
    recordOption({ kind: "rmas", id: 7, label: "RMA-30017" }),
    { ...more, act: { kind: "open", path: "/rmas?q=rma-3" }, isLast: true },
    recordOption({ kind: "returns", id: 7, label: "RTN-30017" }),
  ];
  const groups = paletteGroups({ ...stock, recent: [] }, none, "rma-3", found);
  expect(
    groups.map(({ title, options }) => [title, options[0]?.label, options.at(-1)?.label]),
  ).toEqual([
    ["RMAs", "RMA-30017", "Show all 9 RMAs"],
    ["Returns", "RTN-30017", "RTN-30017"],
    ["Number or ID", "RMA number rma-3", "RMA number rma-3"],
    ["Products", "Search products for “rma-3”", "Search products for “rma-3”"],
  ]);
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
