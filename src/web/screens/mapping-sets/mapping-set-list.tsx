import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import { mappingSetPageSize } from "#contract/limits.ts";
import { type MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import { useSourceName } from "#web/api/account.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { mappingSetList, wholeMappingSetList } from "#web/api/mapping-sets.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useListSearch, useTypedText } from "#web/base/list-search.ts";
import { PermittedLink } from "#web/kit/button.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { SearchField } from "#web/kit/fields.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { createColumnHelper, type Column } from "#web/kit/columns.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { recordAddress } from "#web/records/row-link.tsx";
import { exclusionInWords, mappingSetName } from "./mapping-set-name.ts";
import { findSetUses, type SetUse } from "./set-uses.ts";

const column = createColumnHelper<MappingSet>();

/** The rules that use a set: “Finish: marketplace color, and 2 more”; undefined while the rules are unknown. */
const usesInWords = (uses: readonly SetUse[] | undefined): string | undefined => {
  const [first, ...others] = uses ?? [];
  if (!first) return uses && "Not used";
  const name = first.rule.name || `Mapping rule ${first.rule.id}`;
  return others.length === 0 ? name : `${name}, and ${formatQuantity(others.length)} more`;
};

const createColumns = (
  sourceName: (id: number) => string,
  usesOf: (id: MappingSet["id"]) => readonly SetUse[] | undefined,
): readonly Column<MappingSet>[] => [
  column.link("name", "Mapping set", 250, {
    of: mappingSetName,
    to: ({ id }) => recordAddress("mapping-sets", id),
    grow: true,
  }),
  column.text("use", "Purpose", 190, {
    of: (set) => exclusionInWords(set, sourceName),
    grow: true,
    wide: "line",
    // Another element once the source's name is known, so that nothing moves.
    cell: (set) => (
      <bdi key={exclusionInWords(set, sourceName)}>{exclusionInWords(set, sourceName)}</bdi>
    ),
  }),
  column.quantity("totalItems", "Items", 76),
  column.text("usedIn", "Used in", 220, {
    // A set that excludes values isn't looked up by rules.
    of: ({ id, exclusionListForSourceId }) =>
      exclusionListForSourceId ? undefined : usesInWords(usesOf(id)),
    grow: true,
    wide: "line",
  }),
  column.text("description", "Description", 200, { grow: true, wide: "line" }),
  column.date("createdAt", "Created", 120, { optional: "tablet" }),
  column.code("createdByUserId", "Created by user", 130, { optional: true }),
  column.code("id", "ID", 80, { optional: true }),
];

const NewButton = () => (
  <PermittedLink
    permission={mappingSetOperations.createMappingSet}
    variant="filled"
    to="/mapping-sets/new"
  >
    Create mapping set
  </PermittedLink>
);

const Nothing = () => (
  <Notice title="No mapping sets yet" blank tone="still" actions={<NewButton />}>
    <p>A mapping set replaces values with other values, or excludes values of a source.</p>
  </Notice>
);

const NoMatches = () => (
  <Notice title="No matching mapping sets" blank tone="still">
    <p>Try fewer or other words.</p>
  </Notice>
);

const Unserved = () => (
  <OpenById noun="mapping set" kind="mapping-sets">
    <p>
      The service can change a mapping set but not load it. Enter the ID of a set to change its
      name, description or exclusion.
    </p>
  </OpenById>
);

/** The text of the search, which finds sets by name or description while it is typed. */
const useSetSearch = () => {
  const { search, filter } = useListSearch("/mapping-sets");
  const { holds: held = "" } = search;
  const { text, type, markWritten } = useTypedText(held);
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const commit = () => {
    const typed = text.trim();
    if (typed === held) return;
    markWritten(typed);
    filter({ holds: typed });
  };
  const fits = useCallback(
    (set: MappingSet) =>
      `${mappingSetName(set)}\n${set.description ?? ""}`.toLowerCase().includes(wanted),
    [wanted],
  );
  return {
    fits: wanted === "" ? undefined : fits,
    field: { value: text, onType: type, onEnter: commit, onBlur: commit },
  };
};

/** Every mapping set, in the API's own order. */
export const MappingSetList = () => {
  const { fits, field } = useSetSearch();
  const { query, table } = useListedRows({
    page: ({ pageNumber }) => mappingSetList(pageNumber),
    whole: wholeMappingSetList(),
    wantsWhole: fits !== undefined,
    fits,
  });
  const sourceName = useSourceName(query.isSuccess);
  const rules = useQuery({ ...mappingRuleList(), enabled: query.isSuccess, staleTime: 60_000 });
  const uses = useMemo(() => rules.data && findSetUses(rules.data.value), [rules.data]);
  const columns = useMemo(
    () => createColumns(sourceName, (id) => uses && (uses.get(Number(id)) ?? [])),
    [sourceName, uses],
  );
  return (
    <Screen
      title="Mapping sets"
      fill
      needs={mappingSetOperations.listMappingSets}
      unserved={<Unserved />}
      actions={<NewButton />}
    >
      <DataTable
        {...table}
        name="mapping-sets"
        label="Mapping sets"
        columns={columns}
        rowId={(set) => String(set.id)}
        nameOf={mappingSetName}
        pageSize={mappingSetPageSize}
        kind="mapping-sets"
        nouns={["mapping set", "mapping sets"]}
        tools={
          <SearchField
            aria-label="Search mapping sets"
            placeholder="Search names, descriptions"
            {...field}
          />
        }
        empty={fits ? <NoMatches /> : <Nothing />}
      />
    </Screen>
  );
};
