import { PermittedLink } from "#web/kit/permitted-link.tsx";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mappingSetPageSize } from "#contract/limits.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { mappingSetList } from "#web/api/mapping-sets.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { readNow } from "#web/kit/collect-records.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { readPaging, useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { mappingSetColumns, mappingSetName } from "./mapping-set-columns.tsx";

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
  const { search } = useListSearch("/mapping-sets");
  const query = useQuery(mappingSetList(readPaging(search).pageNumber));
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => mappingSetColumns(sourceName), [sourceName]);
  return (
    <Screen title="Mapping sets" fill actions={<NewButton />}>
      <DataTable
        name="mapping-sets"
        label="Mapping sets"
        columns={columns}
        query={query}
        rowId={(set) => String(set.id)}
        nameOf={mappingSetName}
        pageSize={mappingSetPageSize}
        kind="mapping-sets"
        nouns={["mapping set", "mapping sets"]}
        all={{
          readPage: (page) => readNow(mappingSetList(page)),
        }}
        empty={<Nothing />}
        unserved={<Unserved />}
      />
    </Screen>
  );
};
