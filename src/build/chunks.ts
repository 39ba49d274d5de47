import type { Rolldown } from "vite";

type Groups = NonNullable<
  Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>["groups"]
>;
type NameOf = Extract<Groups[number]["name"], (...args: never[]) => unknown>;
type Context = Parameters<NameOf>[1];

/** What a visit loads at its start: the lists, and what the shell loads after its first screen. */
const main =
  /[\\/]web[\\/](?:screens[\\/][\w-]+[\\/](?:[\w-]+-list|overview-figures|watch-reach)|whole-palette)\.tsx$/;
const kit = /[\\/]web[\\/](?:base|kit|editing|records)[\\/](?!order-|describe-change|runs[\\/])/;
const dialogs = /[\\/]kit[\\/]dialog\.tsx$/;
const panels = /[\\/]kit[\\/](?:panels|combobox)\.tsx$/;
/** What only long tables need: lists with server pages are shown without it. */
const longTables = /[\\/]kit[\\/](?:table|use-table-rows|row-keys)\.tsx?$/;
/** A few rules each: a file of their own would cost more. */
const runStyles = /[\\/]web[\\/](?:records[\\/]runs|screens[\\/]received-orders)[\\/][\w-]+\.css$/;
const runs = /[\\/]records[\\/]runs[\\/]/;
/** A list shows a run that an earlier visit left. */
const runStrip = /[\\/]runs[\\/](?:run-(?:strip|control|lines?|store)|describe-run)\.tsx?$/;
const orderRunStrip = /[\\/]status-runs[\\/](?:order-run|order-run-strip|status-changes)\.tsx?$/;
const orders = /[\\/]web[\\/].*(?:purchase-orders|received-orders|records[\\/]order-)/;

const notMain = [dialogs, panels, longTables];

/** Whether a module is needed before anything is opened. */
const isMain = (module: string, context: Context): boolean => {
  const seen = new Set<string>();
  const rest = [module];
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    if (main.test(id)) return true;
    if (seen.has(id) || notMain.some((each) => each.test(id))) continue;
    seen.add(id);
    rest.push(...(context.getModuleInfo(id)?.importers ?? []));
  }
  return false;
};

/** Libraries are imported through one index, so their importers do not show which screens need them. */
const ofMain =
  (name: string): NameOf =>
  (id, context) =>
    id.includes("node_modules") || isMain(id, context) ? name : undefined;

/**
 * The assignment of modules to files. By default, each set of screens that shares something gets its own file, and a
 * list loads 60 files. A group includes the imports of its modules; earlier groups have precedence.
 */
export const chunks: Groups = [
  // The modules of the first load.
  { name: "shell", tags: ["$initial"] },
  // Requests, and the schemas with which responses are parsed, by resource: to create all takes a phone a tenth of a
  // second.
  ...["products", "returns", "webhooks", "audit"].map((resource) => ({
    name: resource,
    test: new RegExp(`[\\\\/](?:contract|web[\\\\/]api)[\\\\/]${resource}\\.ts$`),
  })),
  {
    name: "order-requests",
    test: /[\\/](?:contract[\\/](?:purchase|order|received)-|web[\\/](?:api[\\/](?:purchase|received)-orders\.ts$|records[\\/]order-troubled))/,
  },
  { name: "rule-requests", test: /[\\/]src[\\/]contract[\\/](?:mapping|to-mapping|workflow)-/ },
  { name: "contract", test: /[\\/]src[\\/]contract[\\/]/ },
  {
    name: ofMain("list"),
    debugName: "list",
    test: new RegExp(
      `${kit.source}|fold-(?:text|words)|@tabler|react-query|idb-keyval|${runStyles.source}`,
    ),
    minShareCount: 2,
  },
  // Floating UI, a third of the code that a list needs: it is loaded after the first rows, or when a panel opens.
  { name: "panels", test: panels },
  { name: "dialog", test: dialogs },
  { name: "long-table", test: longTables },
  { name: "segments", test: /[\\/](?:SegmentedControl|FloatingIndicator)[\\/]/ },
  // Of the records' own code, runs need only this.
  { name: "sending", test: /[\\/](?:base[\\/]take-lock|api[\\/]sending)\.ts$/ },
  { name: "run-strip", test: runStrip },
  { name: "order-run-strip", test: orderRunStrip },
  { name: "record", test: new RegExp(`${kit.source}|@mantine|papaparse`), minShareCount: 2 },
  {
    name: ofMain("rules"),
    debugName: "rules",
    test: /[\\/]src[\\/](?:rules|rule-model|web[\\/](?:api|screens)[\\/]mapping-rules)/,
    minShareCount: 2,
  },
  {
    name: "builder",
    test: /[\\/](?:rule-model|screens[\\/]mapping-rules)[\\/](?!list[\\/])/,
    minShareCount: 2,
  },
  {
    name: ofMain("rmas"),
    debugName: "rmas",
    test: /[\\/]screens[\\/]rmas[\\/]/,
    minShareCount: 2,
  },
  {
    name: ofMain("products"),
    debugName: "products",
    test: /[\\/]web[\\/](?:screens[\\/]products|api[\\/]product-(?:copy|search))[\\/]/,
    minShareCount: 2,
  },
  {
    name: ofMain("runs"),
    debugName: "runs",
    test: runs,
    minShareCount: 2,
  },
  { name: ofMain("orders"), debugName: "orders", test: orders, minShareCount: 2 },
  { name: "order-records", test: new RegExp(`${orders.source}|${runs.source}`), minShareCount: 2 },
];
