import {
  type RegisteredRouter,
  type RouteById,
  type RouteIds,
  useNavigate,
  useSearch,
} from "@tanstack/react-router";
import { useCallback } from "react";
import { type listNames, toTexts } from "./search-schema.ts";
import { settings } from "./settings.ts";

type Tree = RegisteredRouter["routeTree"];

/** All names that any screen keeps in its address; `routes.tsx` defines the names of each screen. Values are texts. */
export type ListSearch = ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>;

/** The search state of one route's address. */
export type SearchOf<Path extends RouteIds<Tree>> = RouteById<
  Tree,
  Path
>["types"]["fullSearchSchema"];

type KindIn<Path> = Path extends `/${infer Kind}/$id` ? Kind : never;

/** A kind of record that has its own screen: `/rmas/5` is one of "rmas". */
export type RecordKind = KindIn<RouteIds<Tree>>;

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
