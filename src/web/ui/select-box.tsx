import "./select-box.css";
import { Select, type SelectProps } from "@mantine/core";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { type Choices, removeRepeated } from "./choices.ts";

export interface SelectBoxProps extends Pick<
  SelectProps,
  "className" | "disabled" | "label" | "aria-label" | "description" | "error" | "onBlur"
> {
  /** In order; if a value appears twice, the first counts. */
  choices: Choices;
  value: string;
  onChoose: (value: string) => void;
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
  currentTarget.select();

/** The field and its list; loaded by `SearchableSelect`, whose focus it takes over. */
export const SelectBox = (props: SelectBoxProps & { hadFocus: () => boolean }) => {
  const { choices, value, onChoose, hadFocus, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const data = useMemo(() => removeRepeated(choices), [choices]);
  const [isOpen, setOpen] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (hadFocus()) field.current?.focus();
  }, [hadFocus]);
  // Mantine's field updates aria-expanded and aria-controls only when it renders again.
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(redraw);
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  return (
    <Select
      {...rest}
      ref={field}
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
      labelProps={{ size: "sm" }}
      withScrollArea={false}
      checkIconPosition="right"
      classNames={{ dropdown: "select-box__list", options: "select-box__options" }}
      // The list must be inside a panel that contains the field: outside, a click on it would close both.
      comboboxProps={{ withinPortal: false, position: "bottom-start", width: "max-content" }}
    />
  );
};
