import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { type MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import { useSourceName } from "#web/api/account.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { mappingSetDetail } from "#web/api/mapping-sets.ts";
import { useFocusFallback } from "#web/base/focus.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { SetLookups } from "#web/records/lazy-rule-lineage.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { LateHistory, RecordScreen } from "#web/records/record-screen.tsx";
import { MappingSetEdit } from "./mapping-set-form.tsx";
import { MappingSetItems } from "./mapping-set-items.tsx";
import { exclusionInWords, mappingSetName } from "./mapping-set-name.ts";
import { findSetUses } from "./set-uses.ts";

/** What products look up in a set: it takes the rules' engine and the products, so a person asks for it. */
const AskedLookups = ({ id }: { id: number }) => {
  const [isAsked, ask] = useState(false);
  const box = useFocusFallback(String(isAsked));
  return (
    <div ref={box} className="mapping-set__lookups" tabIndex={-1}>
      {isAsked ? (
        <SetLookups id={id} instead={<p role="status">Loading rules…</p>} />
      ) : (
        <Button size="xs" onClick={() => ask(true)}>
          Find missing and unused items
        </Button>
      )}
    </div>
  );
};

/** The mapping rules that look values up in a set, requested with the lowest priority. */
const WhereUsed = ({ id, enabled }: { id: number; enabled: boolean }) => {
  const query = useQuery({ ...mappingRuleList(), enabled, staleTime: 60_000 });
  const served = useServed(mappingRuleOperations.listMappingRules);
  const users = useMemo(() => findSetUses(query.data?.value ?? []).get(id) ?? [], [query.data, id]);
  return (
    <Sheet title="Used in" note={query.data && formatCount(users.length, "mapping rule")}>
      {!served && (
        <p className="faint">
          The service doesn't list mapping rules, so their use of this set is unknown.
        </p>
      )}
      {served && query.isPending && <p className="faint">Loading mapping rules…</p>}
      {served && query.isError && <p className="faint">Couldn't load the mapping rules.</p>}
      {query.data && users.length === 0 && <p className="faint">No mapping rule uses this set.</p>}
      {users.length > 0 && (
        <ul>
          {users.map(({ rule, uses }) => (
            <li key={rule.id}>
              <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
                <bdi>{rule.name || `Mapping rule ${rule.id}`}</bdi>
              </Link>
              {uses > 1 && <span className="faint">, in {formatCount(uses, "action")}</span>}
              {rule.rule?.enabled === false && <span className="faint">, disabled</span>}
            </li>
          ))}
        </ul>
      )}
      {users.some(({ rule }) => rule.rule?.enabled !== false) && <AskedLookups id={id} />}
    </Sheet>
  );
};

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
    <Notice title="The service doesn't offer loading mapping sets" tone="waiting">
      <p>
        The service can only change a mapping set, so this form starts empty, and the console can't
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
  const isReadable = useServed(mappingSetOperations.getMappingSet);
  if (query.data === undefined && !isReadable) return <Unreadable id={toRecordId(id)} />;
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
        <div className="mapping-set" data-editing={search["edit"] === "1" || undefined}>
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
        </div>
      )}
    </RecordScreen>
  );
};
