import "./select-box.css";
import { useLayoutEffect, useRef, useState } from "react";
import { ChoiceInput, type ChoiceInputProps } from "./choice-input.tsx";
import { labelOf } from "./choices.ts";

export interface SelectBoxProps extends Pick<
  ChoiceInputProps,
  | "choices"
  | "value"
  | "onChoose"
  | "className"
  | "disabled"
  | "label"
  | "aria-label"
  | "description"
  | "error"
  | "onBlur"
> {}

/** The field and its list; loaded by `SearchableSelect`, whose focus and text it takes over. */
export const SelectBox = (props: SelectBoxProps & { hadFocus: () => boolean; typed: string }) => {
  const { hadFocus, typed, ...rest } = props;
  const { choices, value } = rest;
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(() => typed || labelOf(choices, value));
  // When it mounts, Mantine's field reports the name of its value as its text, or no text without a value.
  const [isReported] = useState(
    () => typed !== "" && (value === "" || labelOf(choices, value) !== ""),
  );
  const keepsTyped = useRef(isReported);
  useLayoutEffect(() => {
    if (!hadFocus()) return;
    field.current?.focus();
    // The focus selects the text, and the next key would replace what was typed.
    if (typed !== "") field.current?.setSelectionRange(typed.length, typed.length);
  }, [hadFocus, typed]);
  return (
    <ChoiceInput
      {...rest}
      ref={field}
      searchValue={search}
      onSearchChange={(text) => {
        if (!keepsTyped.current) setSearch(text);
        keepsTyped.current = false;
      }}
      size="md"
      withScrollArea={false}
      checkIconPosition="right"
      classNames={{ dropdown: "select-box__list", options: "select-box__options" }}
      // The list must be inside a panel that contains the field: outside, a click on it would close both.
      comboboxProps={{ withinPortal: false, position: "bottom-start", width: "max-content" }}
    />
  );
};
