import { PermittedLink } from "#web/kit/button.tsx";
import { useMemo } from "react";
import { mappingSetPageSize } from "#contract/limits.ts";
import { type MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import { mappingSetList } from "#web/api/mapping-sets.ts";
import { useSourceName } from "#web/api/account.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { createColumnHelper, type Column } from "#web/kit/columns.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { recordAddress } from "#web/records/row-link.tsx";
import { exclusionInWords, mappingSetName } from "./mapping-set-name.ts";

const column = createColumnHelper<MappingSet>();

const createColumns = (sourceName: (id: number) => string): readonly Column<MappingSet>[] => [
  column.link("name", "Mapping set", 250, {
    of: mappingSetName,
    to: ({ id }) => recordAddress("mapping-sets", id),
    grow: true,
  }),
  column.text("use", "Purpose", 240, {
    of: (set) => exclusionInWords(set, sourceName),
    grow: true,
    wide: "line",
    // Another element once the source's name is known, so that nothing moves.
    cell: (set) => (
      <bdi key={exclusionInWords(set, sourceName)}>{exclusionInWords(set, sourceName)}</bdi>
    ),
  }),
  column.quantity("totalItems", "Items", 76),
  column.text("description", "Description", 270, { grow: true, wide: "line" }),
  column.date("createdAt", "Created", 120),
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

const Unserved = () => (
  <OpenById noun="mapping set" kind="mapping-sets">
    <p>
      The API can change a mapping set but not load it. Enter the ID of a set to change its name,
      description or exclusion.
    </p>
  </OpenById>
);

/** Every mapping set, in the API's own order. */
export const MappingSetList = () => {
  const { query, table } = useListedRows({ page: ({ pageNumber }) => mappingSetList(pageNumber) });
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => createColumns(sourceName), [sourceName]);
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
        empty={<Nothing />}
      />
    </Screen>
  );
};
