import { groupBy } from "#contract/group-by.ts";
import type { Permission } from "#contract/people.ts";
import { whyForbidden } from "#web/base/session.ts";
import { codeDigits, foldWords } from "#catalog/fold-words.ts";
import type { ProductRow } from "#contract/catalog.ts";
import type { ScreenAction } from "#web/base/screen-actions.ts";
import { kindNouns } from "#web/records/record-kinds.ts";
import { isRecordNumber, lookupsFor } from "./lookups.ts";
import {
  groupTitles,
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
  recent
    .map((record) => ({
      ...recordOption(record),
      detail: [kindNouns[record.kind], record.also].filter(Boolean).join(" "),
    }))
    .filter(({ id }) => `/${id}` !== here);

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
  group: groupTitles.products,
  isLast: true,
  act: { kind: "open", path: `/products?q=${encodeURIComponent(text)}`, toSearch: true },
});

const hasCode = ({ sku, matchedVariants }: ProductRow, code: string): boolean =>
  [sku, ...matchedVariants.map(({ value }) => value)].some(
    (one) => foldWords(one) === code || (codeDigits(one) ?? "") === codeDigits(code),
  );

/** Whether a long number was found: then it is no ID of something else. */
const isFound = (found: readonly PaletteOption[], text: string): boolean =>
  found.length > 0 && /\d{6}/.test(text);

/** How many records of lists are shown at most. */
const mostRecords = 8;

const onceEach = (options: readonly PaletteOption[], before: readonly PaletteOption[] = []) => {
  const taken = new Set(before.map(({ id }) => id));
  return options.filter(({ id }) => !taken.has(id) && taken.add(id));
};

/** Groups options by what they are, in the order of the first of each group. */
const groupOptions = (options: readonly PaletteOption[]): PaletteGroup[] =>
  [...groupBy(options, ({ group }) => group ?? "")].map(([title, some]) => ({
    title,
    options: [...some.filter(({ isLast }) => !isLast), ...some.filter(({ isLast }) => isLast)],
  }));

/** Returns the options for a text in groups. Without a text: recent records, screens, actions of this screen. */
export const paletteGroups = (
  stock: PaletteStock,
  { rows, channel }: PaletteProducts,
  typed: string,
  found: readonly PaletteOption[] = [],
): PaletteGroup[] => {
  const text = typed.trim();
  const recent = matchOptions(stock.recent, text);
  const actions = text === "" ? stock.actions : [...stock.actions, ...stock.everywhere];
  const groups: PaletteGroup[] = [
    { title: "Recent", options: recent },
    { title: "Go to", options: matchOptions(stock.screens, text) },
    { title: "Actions", options: matchOptions(actions, text) },
  ];
  if (text !== "") {
    const code = foldWords(text);
    const hasTyped = rows.some((row) => hasCode(row, code));
    const known = matchOptions(stock.records, text, mostRecords);
    const products = productOptions(rows, channel);
    const lookups = isFound(found, text) ? [] : lookupsFor(text);
    // Products come first, unless the text is a number of another record and no code of a product.
    const others =
      hasTyped || !isRecordNumber(text)
        ? [...known, ...products, ...lookups]
        : [...known, ...lookups, ...products];
    // Orders of a product come after the product itself.
    const records = hasTyped ? [...others, ...found] : [...found, ...others];
    groups.push(...groupOptions(onceEach([...records, searchProducts(text)], recent)));
  }
  return groups.filter(({ options }) => options.length > 0);
};
