import { useMemo } from "react";
import { DateFilter, SelectFilter } from "#web/kit/filters.tsx";
import { type ListFilters, MoreFilters } from "#web/kit/list-filters.tsx";
import { useListSearch, useTypedText } from "#web/base/list-search.ts";
import { SearchField } from "#web/kit/fields.tsx";
import type { FilterChoices } from "./rule-filters.ts";

/**
 * The search of a list that is loaded whole: it finds while the user types, without a request; the text goes to the
 * address on Enter, or when the field loses the focus.
 */
export const useRuleSearch = () => {
  const { search, filter } = useListSearch();
  const held = search["holds"] ?? "";
  const { text, type, markWritten } = useTypedText(held);
  return {
    text,
    type,
    commit: () => {
      const holds = text.trim();
      if (holds === held) return;
      markWritten(holds);
      filter({ holds });
    },
  };
};

export const RuleSearch = ({ text, type, commit }: ReturnType<typeof useRuleSearch>) => (
  <SearchField
    aria-label="Search rules"
    placeholder="Search names, fields, values"
    title="Searches names, descriptions, fields, values, comparators, actions and the rules in words"
    value={text}
    onType={type}
    onEnter={commit}
    onBlur={commit}
  />
);

const rare = ["dataType", "uses", "since"] as const;

const Fields = ({ findChoices }: { findChoices: () => FilterChoices }) => {
  const choices = useMemo(() => findChoices(), [findChoices]);
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
      <MoreFilters names={rare}>
        {/* The first one gets the focus, which would open a searchable one. */}
        <DateFilter name="since" label="Updated since" />
        <SelectFilter
          name="dataType"
          label="Data type"
          any="All data types"
          choices={choices.dataTypes}
          spell={(id) => `Data type ${id}`}
          searchable
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
      </MoreFilters>
    </>
  );
};

/** The filters of the list of rules, beside its search; the choices are found when the filters are shown. */
export const ruleListFilters = (findChoices: () => FilterChoices): ListFilters => ({
  names: ["eventId", "field", ...rare],
  also: ["holds", "state"],
  fields: <Fields findChoices={findChoices} />,
});
