import { IconFilter } from "@tabler/icons-react";
import { ClearFilters, DateFilter, SelectFilter } from "#web/ui/filters.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { type FilterChoice, type FilterChoices, ruleFilters } from "./rule-filters.ts";

const Options = ({ of }: { of: readonly FilterChoice[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

const rare = ["dataType", "uses", "since"] as const;

/** The filters beside the search: the common ones in the bar, the others behind a button that tells how many are set. */
export const RuleListFilters = ({ choices }: { choices: FilterChoices }) => {
  const { search } = useListSearch();
  const set = rare.filter((name) => search[name]).length;
  return (
    <>
      <SelectFilter name="eventId" label="Event" any="All events">
        <Options of={choices.events} />
      </SelectFilter>
      <SelectFilter name="field" label="Assigned field" any="All fields">
        <Options of={choices.fields} />
      </SelectFilter>
      <PopoverButton
        title="More filters"
        icon={<IconFilter aria-hidden="true" />}
        label={set > 0 ? `More filters (${set})` : "More filters"}
      >
        <div className="rule-filters">
          <SelectFilter name="dataType" label="Data type" any="All data types">
            <Options of={choices.dataTypes} />
          </SelectFilter>
          <SelectFilter name="uses" label="Comparator or action used" any="Any condition or action">
            <optgroup label="Conditions that ask">
              <Options of={choices.comparators} />
            </optgroup>
            <optgroup label="Actions that do">
              <Options of={choices.actions} />
            </optgroup>
          </SelectFilter>
          <DateFilter name="since" label="Changed since" />
        </div>
      </PopoverButton>
      <ClearFilters names={ruleFilters} />
    </>
  );
};
