import { ComboboxChevron, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { firstData } from "#web/preload-screens.ts";
import type { Choices } from "./choices.ts";
import { createLater } from "./create-later.tsx";
import type { SelectBoxProps } from "./select-box.tsx";

/** The list of a field and its placing are a third of a list's code, so they load after the screen's first data. */
const {
  Later: SelectBox,
  load,
  isLoaded,
} = createLater(async () => (await import("./select-box.tsx")).SelectBox);

const labelOf = (choices: Choices, value: string): string =>
  choices
    .flatMap((choice) => ("group" in choice ? choice.items : choice))
    .find((choice) => choice.value === value)?.label ?? "";

interface WaitingProps extends SelectBoxProps {
  /** The code is loaded; whether the field must keep the focus. */
  onLoad: (hasFocus: boolean) => void;
}

/** Looks like the field until its code is loaded. After a failure, a click or a key requests the code again. */
const Waiting = ({ choices, value, onChoose: _, onLoad, error, ...rest }: WaitingProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    firstData.then(load).then(
      () => isShown && onLoad(document.activeElement === field.current),
      () => undefined,
    );
    return () => void (isShown = false);
  }, [onLoad]);
  const open = () => {
    setFailed(false);
    load().then(
      () => onLoad(true),
      () => setFailed(true),
    );
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
      labelProps={{ size: "sm" }}
      value={labelOf(choices, value)}
      error={hasFailed ? "Couldn't load the choices. Try again." : error}
      errorProps={hasFailed ? { role: "alert" } : {}}
      rightSection={<ComboboxChevron size="md" />}
      rightSectionPointerEvents="none"
      onClick={open}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key.length > 1 && event.key !== "Enter" && event.key !== "ArrowDown") return;
        // It would send the form around the field.
        if (event.key === "Enter") event.preventDefault();
        open();
      }}
    />
  );
};

/** One of many choices, found by typing a part of its name. */
export const SearchableSelect = (props: SelectBoxProps) => {
  const [state, setState] = useState<"waiting" | "ready" | "focused">(
    isLoaded() ? "ready" : "waiting",
  );
  const [onLoad] = useState(() => (hasFocus: boolean) => setState(hasFocus ? "focused" : "ready"));
  return state === "waiting" ? (
    <Waiting {...props} onLoad={onLoad} />
  ) : (
    <SelectBox {...props} focused={state === "focused"} />
  );
};
