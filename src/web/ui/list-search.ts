import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** What every list keeps in its address, beside its own filters. All values are texts, as addresses are. */
export interface ListSearch {
  page?: string;
  size?: string;
  /** A column id, with a minus before it for descending. */
  sort?: string;
  /** Column ids that are shown or, with a minus, hidden against the list's own choice. */
  columns?: string;
  [filter: string]: string | undefined;
}

export const pageSizes = [25, 50] as const;

/** Reads an address tolerantly: what is no text is dropped, and a screen never fails on its own address. */
export const listSearch = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => [name, String(value)]),
  );

const positive = (text: string | undefined, otherwise: number): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 ? number : otherwise;
};

/** The page and its size that an address names; `fixedSize` where the API sets the size itself. */
export const pageOf = (
  search: ListSearch,
  fixedSize?: number,
): { pageNumber: number; pageSize: number } => {
  const size = positive(search.size, 50);
  return {
    pageNumber: positive(search.page, 1),
    pageSize: fixedSize ?? pageSizes.find((one) => one === size) ?? 50,
  };
};

const left = new Map<string, ListSearch>();

/** Notes how a list stands, by its path; `/rmas/5` is none. */
export const rememberList = (path: string, search: Record<string, unknown>): void => {
  if (/^\/[a-z-]+$/.test(path)) left.set(path, listSearch(search));
};

/** A list as it was left, for the way back to it: filters, page and sorting. */
export const listAsLeft = (path: string): ListSearch => left.get(path) ?? {};

export interface ListSearchState {
  search: ListSearch;
  /** Changes filters; the page starts again at 1. Empty and undefined values leave the address. */
  filter: (changes: ListSearch) => void;
  /** Changes page, size, sorting or columns, and nothing else. */
  turn: (changes: ListSearch) => void;
  /** Changes what is being typed: the way back skips over it. */
  retype: (changes: ListSearch) => void;
}

/** The list's state as its address holds it. */
export const useListSearch = (): ListSearchState => {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const go = useCallback(
    (changes: ListSearch, replace = false) =>
      void navigate({
        to: ".",
        search: ((old: ListSearch) => listSearch({ ...old, ...changes })) as never,
        replace,
      }),
    [navigate],
  );
  const filter = useCallback((changes: ListSearch) => go({ page: "", ...changes }), [go]);
  const retype = useCallback((changes: ListSearch) => go(changes, true), [go]);
  return { search, filter, turn: go, retype };
};
