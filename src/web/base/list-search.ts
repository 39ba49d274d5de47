import {
  type RegisteredRouter,
  type RouteById,
  type RouteIds,
  useNavigate,
  useSearch,
} from "@tanstack/react-router";
import { useCallback, useState } from "react";
import * as z from "zod/mini";
import { settings } from "./settings.ts";

/** The names that all lists keep in their address besides their filters. */
export const listNames = [
  "page",
  "size",
  /** A column id, with a leading minus for descending order. */
  "sort",
  /** Column ids that are shown or, with a minus, hidden, different from the list's defaults. */
  "columns",
] as const;

const toText = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) && value !== ""
    ? String(value)
    : undefined;

// Every value is accepted, so that no address is invalid; values that are not text are dropped.
const text = z.optional(
  z.pipe(
    z.custom<string | undefined>(),
    z.transform((value: string | undefined) => toText(value)),
  ),
);

type Search<N extends string> = { [K in N]?: string | undefined };

/** The schema of an address with these names: others are dropped, and every value is a text or missing. */
export function createSearchSchema<const N extends string>(
  names: readonly N[],
): z.ZodMiniType<Search<N>, Search<N>>;
export function createSearchSchema(names: readonly string[]): z.ZodMiniType {
  return z.object(Object.fromEntries(names.map((name) => [name, text])));
}

/** The texts in an address, without empty or missing values. */
const toTexts = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const held = toText(value);
      return held === undefined ? [] : [[name, held]];
    }),
  );

/** Writes an address as plain text that people can read and write: `?status=Waiting&page=2`. */
export const writeSearch = (search: object): string => {
  const written = new URLSearchParams(toTexts(search)).toString().replaceAll("%2C", ",");
  return written === "" ? "" : `?${written}`;
};

/** Reads a written address; if a name appears twice, the last value counts. */
export const readSearch = (written: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(written));

type Tree = RegisteredRouter["routeTree"];

/** All names that any screen keeps in its address; `routes.tsx` defines the names of each screen. Values are texts. */
export type ListSearch = ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>;

/** The search state of one route's address. */
export type SearchOf<Path extends RouteIds<Tree>> = RouteById<
  Tree,
  Path
>["types"]["fullSearchSchema"];

type KindIn<Path> = Path extends `/${infer Kind}/$id` ? Kind : never;

/** A kind of record that has its own screen: `/rmas/5` is one of "rmas". A bulk run is no record. */
export type RecordKind = Exclude<KindIn<RouteIds<Tree>>, "bulk-runs">;

/** A name in the address. */
export type SearchName = keyof ListSearch;

/** Lists the names in a search state. */
export const searchNames = <S extends ListSearch>(search: S): (keyof S & SearchName)[] =>
  Object.keys(search) as (keyof S & SearchName)[];

/** Removes the empty values of a search state. */
export const withoutEmpty: (search: ListSearch) => ListSearch = toTexts;

/** The search state of a link that changes part of the current one; empty values are removed. */
export const withSearch =
  (changes: ListSearch) =>
  (old: ListSearch): ListSearch =>
    withoutEmpty({ ...old, ...changes });

type ListName = (typeof listNames)[number];

/** The filters in an address: everything except page, sorting and columns. */
export const pickFilters = <S extends ListSearch>({
  page: _page,
  size: _size,
  sort: _sort,
  columns: _columns,
  ...filters
}: S): Omit<S, ListName> => filters;

export const pageSizes = [25, 50] as const;

const parsePositive = (text: string | undefined, otherwise: number): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 ? number : otherwise;
};

/** The page number and size from an address; `fixedSize` if the API sets the size. */
export const readPaging = (
  search: Pick<ListSearch, "page" | "size">,
  fixedSize?: number,
): { pageNumber: number; pageSize: number } => {
  const usual = Number(settings.get().pageSize);
  const size = parsePositive(search.size, usual);
  return {
    pageNumber: parsePositive(search.page, 1),
    pageSize: fixedSize ?? pageSizes.find((one) => one === size) ?? usual,
  };
};

const lastSearches = new Map<string, ListSearch>();

/** Whether a path is that of a main screen, without a parameter: `/rmas`, but not `/rmas/5`. */
export const isMainPath = (path: string): boolean => /^\/[a-z-]+$/.test(path);

/** Remembers the search state of a list by its path. */
export const rememberList = (path: string, search: object): void => {
  if (isMainPath(path)) lastSearches.set(path, toTexts(search));
};

/** The last search state of a list (filters, page, sorting), for links back to it. */
export const lastListSearch = (path: string): ListSearch => lastSearches.get(path) ?? {};

export interface ListSearchState<S> {
  search: S;
  /** Changes filters; the page starts again at 1. Empty and undefined values leave the address. */
  filter: (changes: S) => void;
  /** Changes page, size, sorting or columns, and nothing else. */
  turn: (changes: S) => void;
  /** Changes a text that is being typed, without a new entry in the browser's history. */
  retype: (changes: S) => void;
}

/**
 * The search state of the address, and functions to change it. A screen gets the names of its own route, a component
 * that several screens share gets the names of all routes.
 */
export function useListSearch<Path extends RouteIds<Tree>>(
  path: Path,
): ListSearchState<SearchOf<Path>>;
export function useListSearch(): ListSearchState<ListSearch>;
export function useListSearch(): ListSearchState<ListSearch> {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (changes: ListSearch, replace = false) =>
      void navigate({ to: ".", search: withSearch(changes), replace }),
    [navigate],
  );
  const filter = useCallback((changes: ListSearch) => go({ page: "", ...changes }), [go]);
  const retype = useCallback((changes: ListSearch) => go(changes, true), [go]);
  return { search, filter, turn: go, retype };
}

/** A text that is typed over one in the address. */
interface TypedText {
  readonly text: string;
  /** The address's text below it. */
  readonly over: string;
  /** What was last written to the address, which takes a moment to arrive there. */
  readonly written?: string;
}

/**
 * The typed text when the address holds `held`: it stays over the text below it and over its own text on the way, for
 * what was typed since. Any other change of the address wins for good, by a link, a saved view, or going back.
 */
export const followAddress = (
  typed: TypedText | undefined,
  held: string,
): TypedText | undefined => {
  if (typed === undefined || typed.over === held) return typed;
  return held === typed.written && held !== typed.text
    ? { text: typed.text, over: held }
    : undefined;
};

/** The text of a search field that reaches the address later: when typing pauses, on Enter, or when it loses the focus. */
export const useTypedText = (held: string) => {
  const [stored, setTyped] = useState<TypedText>();
  const typed = followAddress(stored, held);
  if (typed !== stored) setTyped(typed);
  return {
    text: typed?.text ?? held,
    type: useCallback((text: string) => setTyped((old) => ({ ...old, text, over: held })), [held]),
    /** Call this with the text that is being written to the address. */
    markWritten: useCallback(
      (written: string) => setTyped((old) => old && { ...old, written }),
      [],
    ),
  };
};
