import "./choices-filter.css";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { commaListOf } from "#contract/comma-list.ts";
import { useInSheet } from "./filter-sheet.tsx";
import { type SearchName, useListSearch } from "./list-search.ts";
import { PopoverButton } from "./popover-button.tsx";

interface ChoicesFilterProps {
  /** The filter's name in the address, which holds a comma list. */
  name: SearchName;
  label: string;
  /** The text of the button when nothing is chosen. */
  any: string;
  /** What can be chosen: the value in the address, and its words. */
  choices: Readonly<Record<string, string>>;
  /** A value of the address as one of the choices: older names, other spellings. */
  meaning?: (value: string) => string | undefined;
  /** Shown next to a choice, at the end of its line. */
  beside?: (value: string) => ReactNode;
  /** Called when the choices open or close. */
  onTurn?: (open: boolean) => void;
}

const useChosen = ({ name, meaning }: Pick<ChoicesFilterProps, "name" | "meaning">): string[] => {
  const { search } = useListSearch();
  return commaListOf(search[name]).map((value) => meaning?.(value) ?? value);
};

const spoken = (chosen: readonly string[], { any, label, choices }: ChoicesFilterProps): string => {
  const [first, ...others] = chosen;
  if (first === undefined) return any;
  return others.length === 0 ? (choices[first] ?? first) : `${label}: ${chosen.length}`;
};

/** Several of a few values as checks, for a panel of filters. */
export const Choices = (props: Omit<ChoicesFilterProps, "any">) => {
  const { name, label, choices, beside } = props;
  const { filter } = useListSearch();
  const chosen = useChosen(props);
  const id = useId();
  const turn = (value: string, on: boolean) => {
    const places = Object.keys(choices);
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    // In the order of the choices, so that the same selection always gives the same address.
    next.sort((a, b) => places.indexOf(a) - places.indexOf(b));
    filter({ [name]: next.join(",") });
  };
  // A value that is not one of the choices is listed too, so that it can be cleared.
  const odd = chosen.filter((value) => choices[value] === undefined);
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {[...Object.entries(choices), ...odd.map((value) => [value, value] as const)].map(
        ([value, words]) => (
          <div className="choices__line" key={value}>
            <Checkbox
              size="xs"
              label={words}
              checked={chosen.includes(value)}
              onChange={(event) => turn(value, event.target.checked)}
              {...(beside && { "aria-describedby": `${id}-${value}` })}
            />
            {beside && (
              <span className="choices__beside" id={`${id}-${value}`}>
                {beside(value)}
              </span>
            )}
          </div>
        ),
      )}
    </fieldset>
  );
};

/** Several of a few values, behind a button that says which; in the sheet they fold away. */
export const ChoicesFilter = (props: ChoicesFilterProps) => {
  const { label, onTurn } = props;
  const chosen = useChosen(props);
  if (useInSheet())
    return (
      <details
        className="filter-sheet__group"
        onToggle={(event) => onTurn?.(event.currentTarget.open)}
      >
        <summary>
          {label}
          <span>{spoken(chosen, props)}</span>
        </summary>
        <Choices {...props} />
      </details>
    );
  return (
    <PopoverButton field title={label} label={spoken(chosen, props)} {...(onTurn && { onTurn })}>
      <Choices {...props} />
    </PopoverButton>
  );
};
