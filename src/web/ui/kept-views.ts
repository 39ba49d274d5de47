import { type ListSearch, listSearch } from "./list-search.ts";

/** A list's filters, sorting and columns under a name. */
export interface KeptView {
  readonly name: string;
  /** The search state of the address, without the page. */
  readonly search: ListSearch;
}

const keyOf = (list: string) => `supercargo.views.${list}`;

const isView = (value: unknown): value is KeptView => {
  const view = value as Partial<KeptView> | null;
  return (
    typeof view === "object" &&
    view !== null &&
    typeof view.name === "string" &&
    typeof view.search === "object" &&
    view.search !== null
  );
};

/** The part of the search state that belongs to a view: everything except the page. */
export const viewOf = ({ page: _, ...search }: ListSearch): ListSearch => listSearch(search);

/** Whether two search states are the same view, in any order of their parts. */
export const isSameView = (a: ListSearch, b: ListSearch): boolean => {
  const sorted = (search: ListSearch) => JSON.stringify(Object.entries(viewOf(search)).toSorted());
  return sorted(a) === sorted(b);
};

/** Reads the views of a list that are saved in this browser; unreadable ones are ignored. */
export const keptViews = (list: string): KeptView[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter(isView).map(({ name, search }) => ({ name, search: viewOf(search) }))
      : [];
  } catch {
    return [];
  }
};

/** Adds a view, or replaces the one with the same name in place. */
export const withView = (views: readonly KeptView[], view: KeptView): KeptView[] => {
  const at = views.findIndex(({ name }) => name === view.name);
  return at === -1 ? [...views, view] : views.with(at, view);
};

/** Saves the views of a list. False if this browser has no storage. */
export const keepViews = (list: string, views: readonly KeptView[]): boolean => {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
};
