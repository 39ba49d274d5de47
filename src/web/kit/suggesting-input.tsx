import "./select-box.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useEffect, useReducer, useRef, useState } from "react";
import { matchSuggestions } from "./match-suggestions.ts";

interface SuggestingInputProps extends Omit<
  AutocompleteProps,
  "data" | "onChange" | "value" | "onKeyDown"
> {
  value: string;
  /** Each text once. */
  suggestions: readonly string[];
  onType: (text: string) => void;
}

/**
 * A text field with suggestions: they are listed while a person types, and all of them with the arrow keys or a click. The
 * arrow down key opens the list at its first suggestion.
 * Escape closes the list first, and does nothing else.
 */
export const SuggestingInput = ({ value, suggestions, onType, ...rest }: SuggestingInputProps) => {
  const [isOpen, setOpen] = useState(false);
  const [hasTyped, setTyped] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = isOpen ? matchSuggestions(suggestions, hasTyped ? value : "") : [];
  const isShown = shown.length > 0;
  // The field from which an arrow key opens the list: Mantine selects an option only with the next one.
  const opener = useRef<HTMLElement>(null);
  // Mantine's field updates aria-expanded and aria-controls only when it renders again.
  useEffect(() => {
    if (!isShown) return;
    const frame = requestAnimationFrame(() => {
      redraw();
      opener.current?.dispatchEvent(
        new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true }),
      );
      opener.current = null;
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown]);
  return (
    <Autocomplete
      {...rest}
      autoComplete="off"
      data={shown}
      filter={({ options }) => options}
      value={value}
      onChange={(text) => {
        setTyped(true);
        onType(text);
      }}
      openOnFocus={false}
      dropdownOpened={isShown}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => {
        setOpen(false);
        setTyped(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isShown) event.preventDefault();
        if (event.key === "ArrowDown" && !isShown) opener.current = event.currentTarget;
      }}
      withScrollArea={false}
      size="md"
      classNames={{
        ...rest.classNames,
        dropdown: "select-box__list",
        options: "select-box__options",
      }}
      comboboxProps={{ position: "bottom-start" }}
    />
  );
};
