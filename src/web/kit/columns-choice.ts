import { useCallback, useMemo } from "react";
import * as z from "zod/mini";
import type { Column } from "./columns.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { tablet, useMedia, veryWide } from "#web/base/media.ts";
import { remember } from "#web/base/remember.ts";

/** The columns that a person showed or hid, different from the list's defaults, by column id. */
type ColumnsChoice = Readonly<Record<string, boolean>>;

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

/** The column choice of one list: from the address, or as the person chose them last if the address has none. */
const useColumnsChoice = (list: string): [ColumnsChoice, (choice: ColumnsChoice) => void] => {
  const { search, turn } = useListSearch();
  const stored = useMemo(
    () => remember(`columns.${list}`, z._default(z.string(), ""), "person"),
    [list],
  );
  const text = search.columns ?? stored.get();
  const choice = useMemo(() => parseColumnsChoice(text), [text]);
  const keep = useCallback(
    (next: ColumnsChoice) => {
      stored.set(writeColumnsChoice(next));
      turn({ columns: writeColumnsChoice(next) });
    },
    [stored, turn],
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
  const isTablet = useMedia(tablet);
  const isNarrow = !useMedia(veryWide);
  const isHidden = useCallback(
    ({ optional }: Pick<C, "optional">): boolean =>
      optional === "tablet" ? isTablet : optional === "narrow" ? isNarrow : optional === true,
    [isTablet, isNarrow],
  );
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [
          column.id,
          column.main || (choice[column.id] ?? !isHidden(column)),
        ]),
      ),
    [columns, choice, isHidden],
  );
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id]), [columns, visibility]);
  const setVisible = useCallback(
    (id: string, visible: boolean) => {
      const own = columns.some((column) => column.id === id && !isHidden(column));
      const others = Object.entries(choice).filter(([other]) => other !== id);
      setChoice(Object.fromEntries(visible === own ? others : [...others, [id, visible]]));
    },
    [columns, choice, setChoice, isHidden],
  );
  return useMemo(() => ({ shown, visibility, setVisible }), [shown, visibility, setVisible]);
};
