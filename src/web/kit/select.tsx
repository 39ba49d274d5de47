import { ComboboxChevron, TextInput } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { firstData } from "#web/base/when-idle.ts";
import { findMatch, labelOf } from "./choices.ts";
import type { SelectBoxProps } from "./combobox.tsx";
import { later } from "./later.tsx";

/** Checkboxes with a search: their code comes with that of the panel around them. */
export const SearchedChoicesLater = later(
  async () => (await import("./combobox.tsx")).SearchedChoices,
);

/** The list of a field and its placing are a third of a list's code, so they load after the screen's first data. */
const SelectBox = later(async () => (await import("./combobox.tsx")).SelectBox);

/** The text after a key: what is typed before the code is there is searched for afterwards. */
const typeKey = (text: string, key: string): string => {
  if (key === "Escape") return "";
  if (key === "Backspace") return text.slice(0, -1);
  return key.length === 1 ? (text + key).trimStart() : text;
};

interface WaitingProps extends SelectBoxProps {
  onLoad: () => void;
  /** Set when the field is replaced: whether it had the focus until then. */
  hadFocus: RefObject<boolean>;
  /** What was typed meanwhile. */
  typed: string;
  onType: (change: (text: string) => string) => void;
}

/** Looks like the field until its code is loaded. After a failure, a click or a key requests the code again. */
const Waiting = (props: WaitingProps) => {
  const { choices, value, onChoose, onLoad, hadFocus, typed, onType, error, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    firstData.then(SelectBox.load).then(
      () => isShown && onLoad(),
      () => undefined,
    );
    return () => void (isShown = false);
  }, [onLoad]);
  // Not when the code arrives: the focus may come between that and the exchange of the fields.
  useLayoutEffect(() => {
    const input = field.current;
    return () => void (hadFocus.current = document.activeElement === input);
  }, [hadFocus]);
  const open = () => {
    setFailed(false);
    SelectBox.load().then(onLoad, () => setFailed(true));
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={undefined}
      readOnly
      size="md"
      value={typed || labelOf(choices, value)}
      error={hasFailed ? "Couldn't load the choices. Try again." : error}
      errorProps={hasFailed ? { role: "alert" } : {}}
      rightSection={<ComboboxChevron size="md" />}
      rightSectionPointerEvents="none"
      onClick={open}
      onBlur={(event) => {
        onType(() => "");
        rest.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        onType((text) => typeKey(text, event.key));
        if (event.key.length > 1 && event.key !== "Enter" && event.key !== "ArrowDown") return;
        // It would send the form around the field.
        if (event.key === "Enter") event.preventDefault();
        const match = event.key === "Enter" && typed !== "" && findMatch(choices, typed);
        if (!match) return open();
        onType(() => "");
        return onChoose(match.value);
      }}
    />
  );
};

/** One of many choices, found by typing a part of its name. */
export const SearchableSelect = (props: SelectBoxProps) => {
  const [isReady, setReady] = useState(SelectBox.isLoaded);
  const [onLoad] = useState(() => () => setReady(true));
  const [typed, setTyped] = useState("");
  const hadFocus = useRef(false);
  return isReady ? (
    <SelectBox {...props} hadFocus={hadFocus} typed={typed} />
  ) : (
    <Waiting {...props} onLoad={onLoad} hadFocus={hadFocus} typed={typed} onType={setTyped} />
  );
};
