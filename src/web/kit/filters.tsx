import "./filters.css";
import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { DateField } from "./date-field.tsx";
import { useInSheet } from "./filter-sheet.tsx";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { type Choice, type ChoiceGroup, withUnlisted } from "./choices.ts";
import { SearchField } from "./search-field.tsx";
import { SearchableSelect } from "./searchable-select.tsx";
import { findFilterDay } from "#web/base/start-of-day.ts";

/** Labels a filter: in the bar by its choices or placeholder, in the sheet by a label above it. */
const Labeled = ({
  label,
  children,
}: {
  label: string;
  children: (names: { id: string } | { "aria-label": string }) => ReactNode;
}) => {
  const id = useId();
  return useInSheet() ? (
    <div className="filter-sheet__field">
      <label htmlFor={id}>{label}</label>
      {children({ id })}
    </div>
  ) : (
    children({ "aria-label": label })
  );
};

/** A search field that changes the address on Enter or when it loses the focus: each search costs a request. */
export const SearchFilter = ({
  name,
  label,
  placeholder,
  title,
  maxLength,
}: {
  name: SearchName;
  label: string;
  placeholder: string;
  title?: string;
  maxLength?: number;
}) => {
  const { search, filter } = useListSearch();
  const held = search[name] ?? "";
  const [typed, setTyped] = useState<string | undefined>();
  const commit = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    if (typed.trim() !== held) filter({ [name]: typed.trim() });
  };
  return (
    <Labeled label={label}>
      {(names) => (
        <SearchField
          {...names}
          placeholder={placeholder}
          title={title}
          maxLength={maxLength}
          value={typed ?? held}
          onType={setTyped}
          onEnter={commit}
          onBlur={commit}
        />
      )}
    </Labeled>
  );
};

interface SelectFilterProps {
  name: SearchName;
  label: string;
  /** The choice that clears the filter: "All sources". */
  any: string;
  choices: readonly (Choice | ChoiceGroup)[];
  /** Names a value from the address that is not one of the choices. */
  spell?: (value: string) => string;
  /** For so many choices that they need a search (`needsSearch`), or for any number of them. */
  searchable?: boolean;
}

const nativeChoice = (choice: Choice | ChoiceGroup) =>
  "group" in choice ? { group: choice.group, items: [...choice.items] } : choice;

/** A filter with one of several values. */
export const SelectFilter = (props: SelectFilterProps) => {
  const { name, label, any, choices, spell = String, searchable } = props;
  const { search, filter } = useListSearch();
  const held = search[name] ?? "";
  const choose = (value: string) => filter({ [name]: value });
  const all = withUnlisted([{ value: "", label: any }, ...choices], held, spell);
  return (
    <Labeled label={label}>
      {(names) =>
        searchable ? (
          <SearchableSelect
            className="filter"
            {...names}
            choices={all}
            value={held}
            onChoose={choose}
          />
        ) : (
          <NativeSelect
            className="filter"
            {...names}
            data={all.map(nativeChoice)}
            value={held}
            onChange={(event) => choose(event.target.value)}
          />
        )
      }
    </Labeled>
  );
};

/** A filter by a start date. */
export const DateFilter = ({ name, label }: { name: SearchName; label: string }) => {
  const id = useId();
  const { search, filter } = useListSearch();
  return (
    <div className={useInSheet() ? "filter-sheet__field" : "list__date"}>
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        day={findFilterDay(search[name] ?? "")}
        onDay={(day) => filter({ [name]: day })}
      />
    </div>
  );
};

/** A button that clears all filters; hidden if none is set. */
export const ClearFilters = ({ names }: { names: readonly SearchName[] }) => {
  const { search, filter } = useListSearch();
  if (!names.some((name) => search[name])) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      onClick={() => filter(Object.fromEntries(names.map((name) => [name, ""])))}
    >
      Clear filters
    </Button>
  );
};
