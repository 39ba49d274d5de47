import { type ListSearch, listSearch } from "./list-search.ts";

/** A list's filters, sorting and columns under a name that a person gave. */
export interface KeptView {
  readonly name: string;
  /** The address's state, without the page. */
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

/** What of an address belongs to a view: everything but the page that is open. */
export const viewOf = ({ page: _, ...search }: ListSearch): ListSearch => listSearch(search);

/** Whether two states of an address are the same view, whatever the order of their parts. */
export const isSameView = (a: ListSearch, b: ListSearch): boolean => {
  const sorted = (search: ListSearch) => JSON.stringify(Object.entries(viewOf(search)).toSorted());
  return sorted(a) === sorted(b);
};

/** The views of a list that this browser keeps, as they were saved; what cannot be read is none. */
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

/** The views with one more; one of the same name is replaced where it stands. */
export const withView = (views: readonly KeptView[], view: KeptView): KeptView[] => {
  const at = views.findIndex(({ name }) => name === view.name);
  return at === -1 ? [...views, view] : views.with(at, view);
};

/** Keeps the views of a list. False when this browser does not keep them. */
export const keepViews = (list: string, views: readonly KeptView[]): boolean => {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
};
