import { useCallback, useMemo } from "react";
import type { Column } from "./columns.tsx";
import { useListSearch } from "#web/base/list-search.ts";

/** The columns that a person showed or hid, different from the list's defaults, by column id. */
type ColumnsChoice = Readonly<Record<string, boolean>>;

const toStorageKey = (list: string) => `supercargo.columns.${list}`;

const read = (list: string): string => {
  try {
    return localStorage.getItem(toStorageKey(list)) ?? "";
  } catch {
    return "";
  }
};

const write = (list: string, text: string): void => {
  try {
    localStorage.setItem(toStorageKey(list), text);
  } catch {
    // Without storage the choice is still in the address.
  }
};

/** Parses a choice: "units,-goods" shows units and hides goods. */
export const parseColumnsChoice = (text: string): ColumnsChoice =>
  Object.fromEntries(
    text
      .split(",")
      .filter((one) => one !== "" && one !== "-")
      .map((one) => (one.startsWith("-") ? [one.slice(1), false] : [one, true])),
  );

/** Writes a choice as text; empty for the list's default columns. */
export const writeColumnsChoice = (choice: ColumnsChoice): string =>
  Object.entries(choice)
    .map(([id, shown]) => (shown ? id : `-${id}`))
    .join(",");

/** The column choice of one list: from the address, or as stored in this browser if the address has none. */
const useColumnsChoice = (list: string): [ColumnsChoice, (choice: ColumnsChoice) => void] => {
  const { search, turn } = useListSearch();
  const text = search.columns ?? read(list);
  const choice = useMemo(() => parseColumnsChoice(text), [text]);
  const keep = useCallback(
    (next: ColumnsChoice) => {
      write(list, writeColumnsChoice(next));
      turn({ columns: writeColumnsChoice(next) });
    },
    [list, turn],
  );
  return [choice, keep];
};

/** The visible columns, and a function that shows or hides one. */
export interface VisibleColumns<C> {
  shown: C[];
  visibility: Readonly<Record<string, boolean>>;
  setVisible: (id: string, visible: boolean) => void;
}

/** The visible columns of one list: its defaults with the person's changes. */
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
