import type { ListSearch } from "#web/ui/list-search.ts";
import {
  everyProduct,
  missingKinds,
  type ProductQuery,
  productSortKeys,
  type ProductSort,
  stockStates,
} from "#web/api/product-search/product-query.ts";
import { findNames } from "./find-names.ts";

/*
 * What is looked for, as the address says it: `?q=lamp&brand=Acme,Foo%2C%20Inc&price=10-50&sort=-stock`. An address can be
 * written by anybody, so what makes no sense in it is left out.
 */

const dayMs = 86_400_000;

/** Clears every filter and keeps the words that are searched for. */
export const withoutFilters: ListSearch = Object.fromEntries(
  findNames.filter((name) => name !== "q").map((name) => [name, ""]),
);

/** Several texts as one: commas between, and the texts' own commas written as percent codes. */
export const listText = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");

/** The other way round. */
export const textList = (text: string | undefined): string[] =>
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

/** A range of prices or units, "10-50", "10-" and "-50"; a lowest and a highest that are mixed up are put right. */
export const rangeIn = (text: string | undefined): ProductQuery["price"] => {
  const [low, high] = (text ?? "").split("-");
  const [from, to] = [amount(low), amount(high)];
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
};

/** A range as the address has it; empty where it leaves nothing out. */
export const rangeText = ({ from, to }: ProductQuery["price"]): string =>
  from === null && to === null ? "" : `${from ?? ""}-${to ?? ""}`;

/** A day counts from its first moment in UTC, as the records are written; a moment is taken as it is. */
const sinceIn = (text: string | undefined): string | null => {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** A last day counts to its last moment; a moment is taken as it is, and left out itself. */
const untilIn = (text: string | undefined): string | null => {
  const time = Date.parse(text ?? "");
  if (Number.isNaN(time)) return null;
  return new Date(/^\d{4}-\d\d-\d\d$/.test(text ?? "") ? time + dayMs : time).toISOString();
};

/** The best match first where something is looked for, else what changed last. */
const sortIn = (text: string | undefined, hasText: boolean): ProductSort => {
  const by = productSortKeys.find((key) => key === text?.replace(/^-/, ""));
  if (by !== undefined) return { by, direction: text?.startsWith("-") ? "desc" : "asc" };
  return { by: hasText ? "relevance" : "updated_at", direction: "desc" };
};

const among = <T extends string>(known: readonly T[], text: string | undefined): T[] =>
  known.filter((one) => textList(text).includes(one));

const goneIn = (text: string | undefined): ProductQuery["gone"] =>
  text === "only" || text === "any" ? text : "none";

/** What an address asks of the copied catalogue. */
export const queryIn = (search: ListSearch): ProductQuery => {
  const text = search["q"] ?? "";
  return {
    ...everyProduct,
    text,
    exact: search["exact"] === "1",
    brands: textList(search["brand"]),
    categories: textList(search["category"]),
    stock: among(stockStates, search["stock"]),
    units: rangeIn(search["units"]),
    price: rangeIn(search["price"]),
    missing: among(missingKinds, search["missing"]),
    belowMap: search["map"] === "below",
    changedSince: sinceIn(search["since"]),
    changedBefore: untilIn(search["until"]),
    gone: goneIn(search["gone"]),
    sort: sortIn(search.sort, text.trim() !== ""),
  };
};
