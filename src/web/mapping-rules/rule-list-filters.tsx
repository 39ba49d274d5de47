import { IconFilter } from "@tabler/icons-react";
import { ClearFilters, DateFilter, SelectFilter } from "#web/ui/filters.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { ruleFilters } from "./rule-filter-names.ts";
import type { FilterChoices } from "./rule-filters.ts";

const rare = ["dataType", "uses", "since"] as const;

/** The filters beside the search: the common ones in the bar, the others behind a button that tells how many are set. */
export const RuleListFilters = ({ choices }: { choices: FilterChoices }) => {
  const { search } = useListSearch();
  const set = rare.filter((name) => search[name]).length;
  return (
    <>
      <SelectFilter
        name="eventId"
        label="Event"
        any="All events"
        choices={choices.events}
        spell={(id) => `Event ${id}`}
        searchable
      />
      <SelectFilter
        name="field"
        label="Assigned field"
        any="All fields"
        choices={choices.fields}
        spell={(id) => `Field ${id}`}
        searchable
      />
      <PopoverButton
        title="More filters"
        icon={<IconFilter aria-hidden="true" />}
        label={set > 0 ? `More filters (${set})` : "More filters"}
      >
        <div className="rule-filters">
          <SelectFilter
            name="dataType"
            label="Data type"
            any="All data types"
            choices={choices.dataTypes}
            spell={(id) => `Data type ${id}`}
          />
          <SelectFilter
            name="uses"
            label="Comparator or action used"
            any="Any comparator or action"
            choices={[
              { group: "Comparators", items: choices.comparators },
              { group: "Actions", items: choices.actions },
            ]}
            searchable
          />
          <DateFilter name="since" label="Changed since" />
        </div>
      </PopoverButton>
      <ClearFilters names={ruleFilters} />
    </>
  );
};
