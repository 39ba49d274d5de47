import { useCallback, useState } from "react";

/** Which columns a person has shown or hidden in a list, by column id. */
export type ColumnsChoice = Readonly<Record<string, boolean>>;

const keyOf = (list: string) => `supercargo.columns.${list}`;

const read = (list: string): ColumnsChoice => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(list)) ?? "{}") as ColumnsChoice;
  } catch {
    return {};
  }
};

/** The choice of columns of one list, kept in this browser. */
export const useColumnsChoice = (
  list: string,
): [ColumnsChoice, (choice: ColumnsChoice) => void] => {
  const [choice, setChoice] = useState(() => read(list));
  const keep = useCallback(
    (next: ColumnsChoice) => {
      setChoice(next);
      try {
        localStorage.setItem(keyOf(list), JSON.stringify(next));
      } catch {
        return;
      }
    },
    [list],
  );
  return [choice, keep];
};
