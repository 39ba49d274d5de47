import { useCallback, useMemo } from "react";
import type { Column } from "./data-table-model.ts";
import { useListSearch } from "./list-search.ts";

/** Which columns a person has shown or hidden in a list against its own choice, by column id. */
export type ColumnsChoice = Readonly<Record<string, boolean>>;

const keyOf = (list: string) => `supercargo.columns.${list}`;

const read = (list: string): string => {
  try {
    return localStorage.getItem(keyOf(list)) ?? "";
  } catch {
    return "";
  }
};

const write = (list: string, text: string): void => {
  try {
    localStorage.setItem(keyOf(list), text);
  } catch {
    // A browser that keeps nothing still has the address.
  }
};

/** "units,-goods": units are shown and goods are hidden. */
export const columnsChoiceOf = (text: string): ColumnsChoice =>
  Object.fromEntries(
    text
      .split(",")
      .filter((one) => one !== "" && one !== "-")
      .map((one) => (one.startsWith("-") ? [one.slice(1), false] : [one, true])),
  );

/** The other way round; the list's own columns are the empty text. */
export const columnsText = (choice: ColumnsChoice): string =>
  Object.entries(choice)
    .map(([id, shown]) => (shown ? id : `-${id}`))
    .join(",");

/** The choice of columns of one list: in the address, and kept in this browser for an address that says nothing. */
export const useColumnsChoice = (
  list: string,
): [ColumnsChoice, (choice: ColumnsChoice) => void] => {
  const { search, turn } = useListSearch();
  const text = search.columns ?? read(list);
  const choice = useMemo(() => columnsChoiceOf(text), [text]);
  const keep = useCallback(
    (next: ColumnsChoice) => {
      write(list, columnsText(next));
      turn({ columns: columnsText(next) });
    },
    [list, turn],
  );
  return [choice, keep];
};

/** Which columns show, and how another is shown or hidden. */
export interface VisibleColumns<C> {
  shown: C[];
  visibility: Readonly<Record<string, boolean>>;
  setVisible: (id: string, visible: boolean) => void;
}

/** The columns of one list that a person sees: the list's own, changed by their choice. */
export const useVisibleColumns = <C extends Pick<Column<never>, "id" | "main" | "optional">>(
  list: string,
  columns: readonly C[],
): VisibleColumns<C> => {
  const [choice, setChoice] = useColumnsChoice(list);
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, optional, main }) => [id, main || (choice[id] ?? !optional)]),
      ),
    [columns, choice],
  );
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id]), [columns, visibility]);
  const setVisible = useCallback(
    (id: string, visible: boolean) => {
      const own = !columns.find((column) => column.id === id)?.optional;
      const others = Object.entries(choice).filter(([other]) => other !== id);
      setChoice(Object.fromEntries(visible === own ? others : [...others, [id, visible]]));
    },
    [columns, choice, setChoice],
  );
  return useMemo(() => ({ shown, visibility, setVisible }), [shown, visibility, setVisible]);
};
