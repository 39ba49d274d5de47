import "./searchable-select.css";
import { type ComboboxData, Select, type SelectProps } from "@mantine/core";
import { useEffect, useMemo, useReducer, useState } from "react";

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

type Choices = readonly (Choice | ChoiceGroup)[];

/** A record to choose by its name. */
export interface NamedRecord {
  readonly id: number;
  readonly name?: string | null | undefined;
}

/** Records as choices; one without a name goes by its id: "Source 3". */
export const toChoices = (noun: string, records: readonly NamedRecord[]): Choice[] =>
  records.map(({ id, name }) => ({ value: String(id), label: name || `${noun} ${id}` }));

const includesValue = (choices: Choices, value: string): boolean =>
  choices.some((choice) =>
    "group" in choice ? includesValue(choice.items, value) : choice.value === value,
  );

/** The choices, plus the current value if it is not one of them, so that it is visible and can be cleared. */
export const withUnlisted = (
  choices: Choices,
  value: string,
  spell: (value: string) => string,
): Choices =>
  includesValue(choices, value) ? choices : [...choices, { value, label: spell(value) }];

interface SearchableSelectProps extends Pick<
  SelectProps,
  "id" | "className" | "disabled" | "aria-label"
> {
  /** The accessible name, if no label element names it. */
  label?: string;
  /** In order; if a value appears twice, the first counts. */
  choices: Choices;
  value: string;
  onChoose: (value: string) => void;
  "aria-describedby"?: string | undefined;
}

/** Removes repeated values: Mantine throws for them, and records may contain any values. */
export const removeRepeated = (choices: Choices): ComboboxData<string> => {
  const seen = new Set<string>();
  const isNew = ({ value }: Choice) => !seen.has(value) && seen.add(value);
  return choices.flatMap((choice): ComboboxData<string> => {
    if ("group" in choice) return [{ group: choice.group, items: choice.items.filter(isNew) }];
    return isNew(choice) ? [choice] : [];
  });
};

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
  currentTarget.select();

/** One of many choices, found by typing a part of its name. */
export const SearchableSelect = (props: SearchableSelectProps) => {
  const { label, choices, value, onChoose, ...rest } = props;
  const data = useMemo(() => removeRepeated(choices), [choices]);
  const [isOpen, setOpen] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Mantine's field updates aria-expanded and aria-controls only when it renders again.
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(redraw);
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  return (
    <Select
      {...rest}
      {...(label !== undefined && { "aria-label": label })}
      searchable
      data={data}
      value={value}
      onChange={(chosen) => onChoose(chosen ?? "")}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No matches"
      // Typing replaces the current choice instead of adding to it.
      onFocus={selectText}
      onClick={selectText}
      size="md"
      withScrollArea={false}
      checkIconPosition="right"
      classNames={{ dropdown: "searchable-select__list", options: "searchable-select__options" }}
      // The list must be inside a panel that contains the field: outside, a click on it would close both.
      comboboxProps={{ withinPortal: false, position: "bottom-start", width: "max-content" }}
    />
  );
};
