import "./choices-filter.css";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { parseCommaList } from "#contract/comma-list.ts";
import { type Choice, needsSearch } from "./choices.ts";
import { useInSheet } from "./filter-sheet.tsx";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { PopoverButton } from "./popover-button.tsx";
import { SearchedChoicesLater } from "./searched-choices-later.tsx";

interface ChoicesFilterProps {
  /** The filter's name in the address; its value is a comma-separated list. */
  name: SearchName;
  label: string;
  /** The text of the button without a selection. */
  any: string;
  /** The choices: values in the address with their labels. */
  choices: Readonly<Record<string, string>>;
  /** Converts a value from the address, such as an older name or another spelling, to one of the choices. */
  meaning?: (value: string) => string | undefined;
  /** Content at the end of a choice's line. */
  beside?: (value: string) => ReactNode;
  /** Called when the choices open or close. */
  onTurn?: (open: boolean) => void;
}

const useSelection = ({
  name,
  meaning,
}: Pick<ChoicesFilterProps, "name" | "meaning">): string[] => {
  const { search } = useListSearch();
  return parseCommaList(search[name]).map((value) => meaning?.(value) ?? value);
};

const describeSelection = (
  chosen: readonly string[],
  { any, label, choices }: ChoicesFilterProps,
): string => {
  const [first, ...others] = chosen;
  if (first === undefined) return any;
  return others.length === 0 ? (choices[first] ?? first) : `${label}: ${chosen.length}`;
};

/** Checkboxes for a filter with several values, for a panel of filters; with a search if there are many. */
export const Choices = (props: Omit<ChoicesFilterProps, "any">) => {
  const { name, label, choices, beside } = props;
  const { filter } = useListSearch();
  const chosen = useSelection(props);
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
  const all = [...Object.entries(choices), ...odd.map((value) => [value, value] as const)].map(
    ([value, words]): Choice => ({ value, label: words }),
  );
  const show = (shown: readonly Choice[]) =>
    shown.map(({ value, label: words }) => (
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
    ));
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {needsSearch(all.length) ? (
        <SearchedChoicesLater
          label={label}
          choices={all}
          chosen={chosen}
          onSelect={(value) => turn(value, true)}
        >
          {show}
        </SearchedChoicesLater>
      ) : (
        show(all)
      )}
    </fieldset>
  );
};

/** A filter with several values, behind a button that shows the selection; in the filter sheet it is collapsed. */
export const ChoicesFilter = (props: ChoicesFilterProps) => {
  const { label, onTurn } = props;
  const chosen = useSelection(props);
  if (useInSheet())
    return (
      <details
        className="filter-sheet__group"
        onToggle={(event) => onTurn?.(event.currentTarget.open)}
      >
        <summary>
          {label}
          <span>{describeSelection(chosen, props)}</span>
        </summary>
        <Choices {...props} />
      </details>
    );
  return (
    <PopoverButton
      field
      title={label}
      label={describeSelection(chosen, props)}
      {...(onTurn && { onTurn })}
    >
      <Choices {...props} />
    </PopoverButton>
  );
};
