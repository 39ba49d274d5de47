import { type ListSearch, withoutEmpty } from "#web/base/list-search.ts";
import { readOwnText, toOwnKey } from "#web/base/own-key.ts";

/** A list's filters, sorting and columns under a name. */
export interface SavedView {
  readonly name: string;
  /** The search state of the address, without the page. */
  readonly search: ListSearch;
}

const toName = (list: string) => `views.${list}`;

const isView = (value: unknown): value is SavedView => {
  const view = value as Partial<SavedView> | null;
  return (
    typeof view === "object" &&
    view !== null &&
    typeof view.name === "string" &&
    typeof view.search === "object" &&
    view.search !== null
  );
};

/** The part of the search state that belongs to a view: everything except the page. */
export const toView = ({ page: _, ...search }: ListSearch): ListSearch => withoutEmpty(search);

/** Whether two search states are the same view, in any order of their parts. */
export const isSameView = (a: ListSearch, b: ListSearch): boolean => {
  const sorted = (search: ListSearch) => JSON.stringify(Object.entries(toView(search)).toSorted());
  return sorted(a) === sorted(b);
};

/** Reads the views of a list that this person saved in this browser; unreadable ones are ignored. */
export const readViews = (list: string): SavedView[] => {
  try {
    const stored: unknown = JSON.parse(readOwnText(toName(list)) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(isView).map(({ name, search }) => ({ name, search: toView(search) }))
      : [];
  } catch {
    return [];
  }
};

/** Adds a view, or replaces the one with the same name in place. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] => {
  const at = views.findIndex(({ name }) => name === view.name);
  return at === -1 ? [...views, view] : views.with(at, view);
};

/** Saves the views of a list. False if this browser has no storage. */
export const saveViews = (list: string, views: readonly SavedView[]): boolean => {
  try {
    localStorage.setItem(toOwnKey(toName(list)), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
};
