import type { ComboboxData } from "@mantine/core";

/** One choice: its value and its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices under a heading. */
export interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly Choice[];
}

/** Choices in order, some under headings. */
export type Choices = readonly (Choice | ChoiceGroup)[];

/** A record to choose by its name. */
export interface NamedRecord {
  readonly id: number;
  readonly name?: string | null | undefined;
}

/** Records as choices; one without a name goes by its id: "Source 3". */
export const toChoices = (noun: string, records: readonly NamedRecord[]): Choice[] =>
  records.map(({ id, name }) => ({ value: String(id), label: name || `${noun} ${id}` }));

const findChoice = (choices: Choices, is: (choice: Choice) => boolean): Choice | undefined =>
  choices.flatMap((choice) => ("group" in choice ? choice.items : choice)).find(is);

const withValue = (value: string) => (choice: Choice) => choice.value === value;

/** The label of a value; empty if it is not one of the choices. */
export const labelOf = (choices: Choices, value: string): string =>
  findChoice(choices, withValue(value))?.label ?? "";

/** Whether the label of a choice contains a typed text, as the list of a field finds it. */
export const isMatch = ({ label }: Choice, text: string): boolean =>
  label.toLowerCase().includes(text.trim().toLowerCase());

/** The first choice whose label contains a text. */
export const findMatch = (choices: Choices, text: string): Choice | undefined =>
  findChoice(choices, (choice) => isMatch(choice, text));

/** Whether so many choices get a search: fewer are read through faster than they are searched. */
export const needsSearch = (count: number): boolean => count >= 10;

/** The choices, plus the current value if it is not one of them, so that it is visible and can be cleared. */
export const withUnlisted = (
  choices: Choices,
  value: string,
  spell: (value: string) => string,
): Choices =>
  findChoice(choices, withValue(value)) ? choices : [...choices, { value, label: spell(value) }];

/** Removes repeated values: Mantine throws for them, and records may contain any values. */
export const removeRepeated = (choices: Choices): ComboboxData<string> => {
  const seen = new Set<string>();
  const isNew = ({ value }: Choice) => !seen.has(value) && seen.add(value);
  return choices.flatMap((choice): ComboboxData<string> => {
    if ("group" in choice) return [{ group: choice.group, items: choice.items.filter(isNew) }];
    return isNew(choice) ? [choice] : [];
  });
};
