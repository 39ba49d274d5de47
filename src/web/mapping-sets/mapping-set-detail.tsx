import { useQuery } from "@tanstack/react-query";
import type { MappingSet } from "#contract/mapping-sets.ts";
import { mappingSetDetail } from "#web/api/mapping-sets.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { RecordScreen } from "#web/ui/record-screen.tsx";
import { useRouteId } from "#web/ui/route-id.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { Code, Moment, Quantity, Text } from "#web/ui/values.tsx";
import { exclusionInWords } from "./exclusion.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetItems } from "./mapping-set-items.tsx";

const about = (set: MappingSet, sourceName: (id: number) => string): KeyValue[] => [
  { label: "Description", value: <Text value={set.description} />, wide: true },
  { label: "What it does", value: <bdi>{exclusionInWords(set, sourceName)}</bdi> },
  { label: "Exclusion type", value: <Code value={set.exclusionType} /> },
  { label: "Excluded for source", value: <Code value={set.exclusionListForSourceId} /> },
  { label: "Items, as the API counts them", value: <Quantity amount={set.totalItems} /> },
  { label: "Created", value: <Moment at={set.createdAt} absolute /> },
  { label: "Created by user", value: <Code value={set.createdByUserId} /> },
  { label: "Mapping set id", value: <Code value={set.id} /> },
  { label: "Account", value: <Code value={set.accountId} /> },
];

/** One mapping set: what it is for, and its items. */
export const MappingSetDetail = () => {
  const id = useRouteId();
  const query = useQuery(mappingSetDetail(Number(id)));
  const sourceName = useSourceName(query.isSuccess);
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="mapping-sets"
      fallback={`mapping set ${id}`}
      titleOf={mappingSetName}
      crumbs={[{ label: "Mapping sets", to: "/mapping-sets" }]}
    >
      {(set) => (
        <>
          <Sheet title="About this set">
            <KeyValues items={about(set, sourceName)} />
          </Sheet>
          <MappingSetItems id={Number(id)} enabled={query.isSuccess} />
        </>
      )}
    </RecordScreen>
  );
};
