import { DateFilter, SelectFilter } from "#web/ui/filters.tsx";
import { type ListFilters, MoreFilters } from "#web/ui/list-filters.tsx";
import type { FilterChoices } from "./rule-filters.ts";

const rare = ["dataType", "uses", "since"] as const;

const Fields = ({ choices }: { choices: FilterChoices }) => (
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
    <MoreFilters names={rare}>
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
      <DateFilter name="since" label="Updated since" />
    </MoreFilters>
  </>
);

/** The filters of the list of rules, beside its search. */
export const ruleListFilters = (choices: FilterChoices): ListFilters => ({
  names: ["eventId", "field", ...rare],
  also: ["holds", "state"],
  fields: <Fields choices={choices} />,
});
