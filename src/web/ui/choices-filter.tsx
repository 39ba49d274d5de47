import { commaListOf } from "#contract/comma-list.ts";
import { useListSearch } from "./list-search.ts";
import { PopoverButton } from "./popover-button.tsx";

interface ChoicesFilterProps {
  /** The filter's name in the address, which holds a comma list. */
  name: string;
  label: string;
  /** What stands on the button when nothing is chosen. */
  any: string;
  /** What can be chosen: the value in the address, and its words. */
  choices: Readonly<Record<string, string>>;
  /** A value of the address as one of the choices: older names, other spellings. */
  meaning?: (value: string) => string | undefined;
}

const spoken = (chosen: readonly string[], { any, choices }: ChoicesFilterProps): string => {
  const [first = "", ...others] = chosen;
  if (first === "") return any;
  const name = choices[first] ?? first;
  return others.length === 0 ? name : `${name} +${others.length}`;
};

/** Several of a few values, in a panel of checks. */
export const ChoicesFilter = (props: ChoicesFilterProps) => {
  const { name, label, choices, meaning } = props;
  const { search, filter } = useListSearch();
  const chosen = commaListOf(search[name]).map((value) => meaning?.(value) ?? value);
  const turn = (value: string, on: boolean) => {
    const places = Object.keys(choices);
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    // In the order of the choices: the same choice is the same address, however it was clicked together.
    next.sort((a, b) => places.indexOf(a) - places.indexOf(b));
    filter({ [name]: next.join(",") });
  };
  // A value that is none of the choices stands there too, so that it can be taken away.
  const odd = chosen.filter((value) => choices[value] === undefined);
  return (
    <PopoverButton field title={label} label={spoken(chosen, props)}>
      {[...Object.entries(choices), ...odd.map((value) => [value, value] as const)].map(
        ([value, words]) => (
          <label className="check" key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => turn(value, event.target.checked)}
            />
            {words}
          </label>
        ),
      )}
    </PopoverButton>
  );
};
