import { Select, type SelectProps } from "@mantine/core";
import { type Ref, useEffect, useMemo, useReducer, useState } from "react";
import { type Choices, labelOf, removeRepeated } from "./choices.ts";
import { selectOnEnter } from "./select-on-enter.ts";

/** Besides these, the properties of Mantine's field, except those that it sets itself. */
export interface ChoiceInputProps extends Omit<
  SelectProps,
  | "allowDeselect"
  | "data"
  | "nothingFoundMessage"
  | "onChange"
  | "onClick"
  | "onDropdownClose"
  | "onDropdownOpen"
  | "onFocus"
  | "onKeyDownCapture"
  | "ref"
  | "searchable"
  | "selectFirstOptionOnChange"
  | "value"
> {
  /** In order; if a value appears twice, the first counts. */
  choices: Choices;
  /** Empty where nothing is chosen, or for the choice with an empty value. */
  value: string;
  onChoose: (value: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
  currentTarget.select();

/** A field that selects one of many choices by typing a part of its label: what all such fields have in common. */
export const ChoiceInput = ({ choices, value, onChoose, ref, ...rest }: ChoiceInputProps) => {
  const data = useMemo(() => removeRepeated(choices), [choices]);
  // Mantine's field clears its text for null only.
  const chosen = useMemo(
    () => (value === "" && labelOf(choices, value) === "" ? null : value),
    [choices, value],
  );
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
      ref={ref ?? null}
      searchable
      data={data}
      value={chosen}
      onChange={(next) => onChoose(next ?? "")}
      onKeyDownCapture={(event) => selectOnEnter(event, choices, value)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No matches"
      // Typing replaces the current choice instead of adding to it.
      onFocus={selectText}
      onClick={selectText}
    />
  );
};
