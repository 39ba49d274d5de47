import "./select-box.css";
import { Select, type SelectProps } from "@mantine/core";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { type Choices, labelOf, removeRepeated } from "./choices.ts";
import { selectOnEnter } from "./select-on-enter.ts";

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

/** The field and its list; loaded by `SearchableSelect`, whose focus and text it takes over. */
export const SelectBox = (props: SelectBoxProps & { hadFocus: () => boolean; typed: string }) => {
  const { choices, value, onChoose, hadFocus, typed, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const data = useMemo(() => removeRepeated(choices), [choices]);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState(() => typed || labelOf(choices, value));
  // When it mounts, Mantine's field reports the name of its value as its text.
  const [isReported] = useState(
    () => typed !== "" && !["", typed].includes(labelOf(choices, value)),
  );
  const keepsTyped = useRef(isReported);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (!hadFocus()) return;
    field.current?.focus();
    // The focus selects the text, and the next key would replace what was typed.
    if (typed !== "") field.current?.setSelectionRange(typed.length, typed.length);
  }, [hadFocus, typed]);
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
      searchValue={search}
      onSearchChange={(text) => {
        if (!keepsTyped.current) setSearch(text);
        keepsTyped.current = false;
      }}
      onKeyDownCapture={(event) => selectOnEnter(event, choices, value)}
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
