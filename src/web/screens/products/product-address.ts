import { readTime } from "#contract/read-time.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import {
  everyProduct,
  missingKinds,
  type ProductQuery,
  productSortKeys,
  type ProductSort,
  stockStates,
} from "#contract/catalog.ts";
import { startOfDay } from "#web/base/days.ts";
import { findNextDay } from "#contract/wall-clock.ts";
import { findNames } from "./find-names.ts";

/*
 * A search as the address contains it: `?q=lamp&brand=Acme,Foo%2C%20Inc&price=10-50&sort=-stock`. Anyone can write an
 * address, so invalid values in it are ignored.
 */

/** Clears every filter and keeps the searched text. */
export const withoutFilters: ListSearch = Object.fromEntries(
  findNames.filter((name) => name !== "q").map((name) => [name, ""]),
);

/** Joins texts with commas; commas inside a text are percent-encoded. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");

/** Splits what `joinList` joined. */
const splitList = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .filter((one) => one !== "")
    .map((one) => one.replaceAll("%2C", ",").replaceAll("%25", "%"));

const amount = (text: string | undefined): number | null => {
  const number = Number(text);
  return text === undefined || text.trim() === "" || !Number.isFinite(number) || number < 0
    ? null
    : number;
};

/** A range of prices or units: "10-50", "10-" or "-50". Swapped ends are put in order. */
export const parseRange = (text: string | undefined): ProductQuery["price"] => {
  const [low, high] = (text ?? "").split("-");
  const [from, to] = [amount(low), amount(high)];
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
};

/** A range as address text; empty for a range without limits. */
export const formatRange = ({ from, to }: ProductQuery["price"]): string =>
  from === null && to === null ? "" : `${from ?? ""}-${to ?? ""}`;

/** A day begins when it does in the person's time zone; a moment is used as it is. */
const parseSince = (text: string | undefined): string | null => {
  const time = readTime(startOfDay(text));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** A last day ends at its last moment; a moment is used as it is and excluded itself. */
const parseUntil = (text: string | undefined): string | null => parseSince(findNextDay(text ?? ""));

/** With a text, the best match comes first, otherwise the latest change. */
const parseSort = (text: string | undefined, hasText: boolean): ProductSort => {
  const by = productSortKeys.find((key) => key === text?.replace(/^-/, ""));
  if (by !== undefined) return { by, direction: text?.startsWith("-") ? "desc" : "asc" };
  return { by: hasText ? "relevance" : "updated_at", direction: "desc" };
};

const among = <T extends string>(known: readonly T[], text: string | undefined): T[] =>
  known.filter((one) => splitList(text).includes(one));

const parseGone = (text: string | undefined): ProductQuery["gone"] =>
  text === "only" || text === "any" ? text : "none";

export const parseQuery = (search: ListSearch): ProductQuery => {
  const text = search["q"] ?? "";
  return {
    ...everyProduct,
    text,
    exact: search["exact"] === "1",
    brands: splitList(search["brand"]),
    categories: splitList(search["category"]),
    stock: among(stockStates, search["stock"]),
    units: parseRange(search["units"]),
    price: parseRange(search["price"]),
    missing: among(missingKinds, search["missing"]),
    belowMap: search["map"] === "below",
    changedSince: parseSince(search["since"]),
    changedBefore: parseUntil(search["until"]),
    gone: parseGone(search["gone"]),
    sort: parseSort(search.sort, text.trim() !== ""),
  };
};
