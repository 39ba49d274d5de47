import type { Permission } from "#contract/people.ts";
import { whyForbidden } from "#web/base/session.ts";
import { codeDigits, foldWords } from "#catalog/fold-words.ts";
import type { ProductRow } from "#contract/catalog.ts";
import type { ScreenAction } from "#web/base/screen-actions.ts";
import { isRecordNumber, lookupsFor } from "./lookups.ts";
import {
  matchOptions,
  type OpenedRecord,
  type PaletteGroup,
  type PaletteOption,
  recordOption,
} from "./palette-options.ts";

/** Other words to find the main screens by. */
const screenWords: Readonly<Record<string, string>> = {
  "/": "home dashboard start",
  "/rmas": "return merchandise authorization decide queue",
  "/returns": "refunds",
  "/purchase-orders": "po fo fulfillment",
  "/received-orders": "receive",
  "/products": "catalog sku search",
  "/audit": "audit log history changes who",
  "/connection": "settings tokens api status",
};

export interface PaletteStock {
  readonly recent: readonly PaletteOption[];
  readonly screens: readonly PaletteOption[];
  readonly actions: readonly PaletteOption[];
  /** The actions that every screen has: shown only for a text. */
  readonly everywhere: readonly PaletteOption[];
  readonly records: readonly PaletteOption[];
}

/** The recent records without the one on the screen. */
export const recentOptions = (recent: readonly OpenedRecord[], here: string): PaletteOption[] =>
  recent.map(recordOption).filter(({ id }) => `/${id}` !== here);

/** A screen that the palette leads to, and what a person must be allowed to do for it. */
export interface PaletteScreen {
  readonly to: string;
  readonly label: string;
  readonly permission?: Permission | undefined;
}

export const screenOptions = (screens: readonly PaletteScreen[]): PaletteOption[] =>
  screens.map(({ to, label, permission }) => ({
    id: to,
    label,
    detail: "",
    words: screenWords[to] ?? "",
    act: { kind: "open", path: to },
    locked: permission && whyForbidden(permission),
  }));

export const actionOptions = (actions: readonly ScreenAction[]): PaletteOption[] =>
  actions.map(({ label, run, locked }, place) => ({
    id: `action ${place}`,
    label,
    detail: "This screen",
    act: { kind: "run", run },
    locked,
  }));

export interface PaletteProducts {
  readonly rows: readonly ProductRow[];
  readonly channel: number | undefined;
}

const productOptions = (
  rows: readonly ProductRow[],
  channel: number | undefined,
): PaletteOption[] =>
  rows.map(({ id, title, sku }) =>
    recordOption({
      kind: "products",
      id,
      channel,
      label: title || sku || `Product ${id}`,
      also: sku,
    }),
  );

const searchProducts = (text: string): PaletteOption => ({
  id: "search products",
  label: `Search products for “${text}”`,
  detail: "",
  act: { kind: "open", path: `/products?q=${encodeURIComponent(text)}`, toSearch: true },
});

const hasCode = ({ sku, matchedVariants }: ProductRow, code: string): boolean =>
  [sku, ...matchedVariants.map(({ value }) => value)].some(
    (one) => foldWords(one) === code || (codeDigits(one) ?? "") === codeDigits(code),
  );

/** Products first, unless the text is a number of another record and not exactly a code of the product. */
const inOrder = (
  { rows, channel }: PaletteProducts,
  lookups: readonly PaletteOption[],
  text: string,
): PaletteOption[] => {
  const code = foldWords(text);
  const isFirst = (row: ProductRow) => !isRecordNumber(text) || hasCode(row, code);
  return [
    ...productOptions(rows.filter(isFirst), channel),
    ...lookups,
    ...productOptions(
      rows.filter((row) => !isFirst(row)),
      channel,
    ),
  ];
};

/** Whether a long number was found: then it is no ID of something else. */
const isFound = (found: readonly PaletteGroup[], text: string): boolean =>
  found.length > 0 && /\d{6}/.test(text);

/** How many records of lists are shown at most. */
const mostRecords = 8;

const onceEach = (options: readonly PaletteOption[], before: readonly PaletteOption[] = []) => {
  const taken = new Set(before.map(({ id }) => id));
  return options.filter(({ id }) => !taken.has(id) && taken.add(id));
};

/** Returns the options for a text in groups. Without a text: recent records, screens, actions of this screen. */
export const paletteGroups = (
  stock: PaletteStock,
  products: PaletteProducts,
  typed: string,
  found: readonly PaletteGroup[] = [],
): PaletteGroup[] => {
  const text = typed.trim();
  const recent = matchOptions(stock.recent, text);
  const actions = text === "" ? stock.actions : [...stock.actions, ...stock.everywhere];
  const records =
    text === ""
      ? []
      : [
          ...matchOptions(stock.records, text, mostRecords),
          ...inOrder(products, isFound(found, text) ? [] : lookupsFor(text), text),
          searchProducts(text),
        ];
  const foundOnce = found.map((group) => ({ ...group, options: onceEach(group.options, recent) }));
  const others: PaletteGroup = {
    title: "Records",
    options: onceEach(records, [...recent, ...found.flatMap(({ options }) => options)]),
  };
  const code = foldWords(text);
  // Orders of a product come after the product itself.
  const isProduct = products.rows.some((row) => hasCode(row, code));
  const groups: PaletteGroup[] = [
    { title: "Recent", options: recent },
    { title: "Go to", options: matchOptions(stock.screens, text) },
    { title: "Actions", options: matchOptions(actions, text) },
    ...(isProduct ? [others, ...foundOnce] : [...foundOnce, others]),
  ];
  return groups.filter(({ options }) => options.length > 0);
};
