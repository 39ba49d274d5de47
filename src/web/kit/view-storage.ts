import * as z from "zod/mini";
import type { SharedEntry } from "#contract/preferences.ts";
import { type ListSearch, withoutEmpty } from "#web/base/list-search.ts";
import { listOf, type Memory, remember } from "#web/base/remember.ts";

/** The part of the search state that belongs to a view: everything except the page. */
export const toView = ({ page: _, ...search }: ListSearch): ListSearch => withoutEmpty(search);

/** Whether two search states are the same view, in any order of their parts. */
export const isSameView = (a: ListSearch, b: ListSearch): boolean => {
  const sorted = (search: ListSearch) => JSON.stringify(Object.entries(toView(search)).toSorted());
  return sorted(a) === sorted(b);
};

const SavedView = z.object({
  name: z.string(),
  /** The search state of the address, without the page. */
  search: z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((search) => toView(search as ListSearch)),
  ),
});
/** A list's filters, sorting and columns under a name. */
export type SavedView = z.infer<typeof SavedView>;

/** The views of a list that this person saved. */
export const savedViews = (list: string): Memory<readonly SavedView[]> =>
  remember(`views.${list}`, listOf(SavedView), "person");

/** The view that the team shares, if it is one. */
export const readTeamView = ({ name, value }: SharedEntry): SavedView | undefined => {
  const { success, data } = z.safeParse(SavedView, { name, search: value });
  return success ? data : undefined;
};

/** Adds a view, or replaces the one with the same name in place. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] => {
  const at = views.findIndex(({ name }) => name === view.name);
  return at === -1 ? [...views, view] : views.with(at, view);
};
