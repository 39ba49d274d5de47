import { useQuery } from "@tanstack/react-query";
import { type MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import { isUnreadable } from "#web/base/api-error.ts";
import { mappingSetDetail } from "#web/api/mapping-sets.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { LateHistory, RecordScreen } from "#web/records/record-screen.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedButton } from "#web/kit/button.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { exclusionInWords } from "./exclusion.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetEdit } from "./mapping-set-edit.tsx";
import { MappingSetItems } from "./mapping-set-items.tsx";
import { WhereUsed } from "./where-used.tsx";
import { toRecordId } from "#web/base/record-id.ts";

const crumbs = [{ label: "Mapping sets", to: "/mapping-sets" }];

const about = (set: MappingSet, sourceName: (id: number) => string): KeyValue[] => [
  {
    label: "Description",
    value: <Text value={set.description} />,
    empty: !set.description,
    wide: true,
  },
  { label: "Purpose", value: <bdi>{exclusionInWords(set, sourceName)}</bdi> },
  { label: "Item count", value: <Quantity amount={set.totalItems} /> },
  { label: "Created", value: <Moment at={set.createdAt} absolute /> },
];

const ids = (set: MappingSet): KeyValue[] => [
  { label: "Exclusion type", value: <Code value={set.exclusionType} />, empty: !set.exclusionType },
  {
    label: "Excluded for source",
    value: <Code value={set.exclusionListForSourceId} />,
    empty: !set.exclusionListForSourceId,
  },
  {
    label: "Created by user",
    value: <Code value={set.createdByUserId} />,
    empty: !set.createdByUserId,
  },
  { label: "Mapping set ID", value: <Code value={set.id} /> },
  { label: "Account", value: <Code value={set.accountId} /> },
];

const About = ({ set, onEdit }: { set: MappingSet; onEdit: () => void }) => {
  const sourceName = useSourceName(true);
  const locked = useWhyForbidden(mappingSetOperations.updateMappingSet);
  useScreenActions([{ label: "Edit mapping set", run: onEdit, locked }]);
  return (
    <Sheet
      title="About this set"
      note={
        <PermittedButton
          permission={mappingSetOperations.updateMappingSet}
          size="xs"
          onClick={onEdit}
        >
          Edit
        </PermittedButton>
      }
    >
      <KeyValues items={about(set, sourceName)} />
    </Sheet>
  );
};

/** A set that cannot be read: the API's document only has the change, whose answer contains the set. */
const Unreadable = ({ id }: { id: number }) => (
  <Screen title={`Mapping set ${id}`} crumbs={crumbs}>
    <Notice title="The API doesn't offer loading mapping sets" tone="waiting">
      <p>
        The API can only change a mapping set, so this form starts empty, and the console can't
        check whether mapping set {id} exists or has been changed by another person. Your name
        replaces the current one. Fields that you leave empty aren't changed.
      </p>
    </Notice>
    <MappingSetEdit set={{ id, name: "" }} id={id} blind />
    <LateHistory resource="mapping-sets" id={id} version={0} />
  </Screen>
);

/** One mapping set: its purpose, its items, and the rules that use it. */
export const MappingSetDetail = () => {
  const id = useRouteId();
  const query = useQuery(mappingSetDetail(toRecordId(id)));
  const { search, turn } = useListSearch();
  if (query.data === undefined && isUnreadable(query.error))
    return <Unreadable id={toRecordId(id)} />;
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="mapping-sets"
      fallback={`mapping set ${id}`}
      titleOf={mappingSetName}
      crumbs={crumbs}
      technical={(set) => <KeyValues items={ids(set)} />}
    >
      {(set) => (
        <>
          {search["edit"] === "1" ? (
            <MappingSetEdit set={set} id={toRecordId(id)} onClose={() => turn({ edit: "" })} />
          ) : (
            <About set={set} onEdit={() => turn({ edit: "1" })} />
          )}
          <MappingSetItems
            id={toRecordId(id)}
            name={mappingSetName(set)}
            count={set.totalItems ?? 0}
            enabled={query.isSuccess}
          />
          <WhereUsed id={toRecordId(id)} enabled={query.isSuccess} />
        </>
      )}
    </RecordScreen>
  );
};
