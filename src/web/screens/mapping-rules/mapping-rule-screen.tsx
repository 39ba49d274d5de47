import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { newMappingRule } from "#rule-model/edit-draft.ts";
import type { Workflow, WorkflowSource } from "#rule-model/workflow.ts";
import { formatDateTime } from "#web/base/format.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import {
  LateHistory,
  ListNav,
  RecordScreen,
  UnreadableFields,
} from "#web/records/record-screen.tsx";
import { useSeenRecord } from "#web/records/recent-records.ts";
import { useRouteId } from "#web/records/record-kinds.ts";
import {
  sourceInWords,
  useLast,
  useWorkflow,
} from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import {
  deleteGivenRule,
  useRuleRecord,
  useStartRule,
} from "#web/screens/mapping-rules/editor/start-rule.ts";
import {
  OpenRuleScreen,
  RuleMenu,
  RuleWaiting,
} from "#web/screens/mapping-rules/editor/rule-builder.tsx";
import {
  openRule,
  ruleWire,
  storeVersion,
  useRuleSession,
} from "#web/screens/mapping-rules/editor/open-rule.ts";
import { type TabDraft, useTabDraft } from "#web/screens/mapping-rules/editor/tab-draft.ts";
import type { SeenHow } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { newRuleAddress, ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

const NamesMissing = ({ source, children }: { source: WorkflowSource; children?: ReactNode }) => {
  const words = sourceInWords(source);
  return (
    words && (
      <Notice title="Some names are missing" tone="waiting">
        <p>
          {words}
          {children}
        </p>
      </Notice>
    )
  );
};

interface OpenProps {
  request: UpdateOrCreateMappingRule;
  workflow: Workflow;
  place: TabDraft;
  notices: ReactNode;
}

interface NewRuleProps {
  /** The key of its draft. */
  name: string;
  /** Its id, once it is created. */
  id: string | undefined;
  onCreated: (id: number) => void;
}

interface OpenNewProps extends OpenProps, Pick<NewRuleProps, "id" | "onCreated"> {
  /** The key of the rule from a file or pasted text. */
  given: string | undefined;
}

const OpenNewRule = ({ request, workflow, place, given, notices, id, onCreated }: OpenNewProps) => {
  const open = (whenCreated: NewRuleProps["onCreated"]) => {
    const wire = ruleWire((createdId) => {
      if (given !== undefined) void deleteGivenRule(given);
      whenCreated(createdId);
    });
    return openRule({ request, workflow, wire, created: false, kept: place.draft });
  };
  const session = useRuleSession({ place, created: false, open }, onCreated);
  return (
    <OpenRuleScreen
      session={session}
      place={place}
      nameless={id === undefined ? "New mapping rule" : `Mapping rule ${id}`}
      actions={id !== undefined && <RuleMenu id={id} />}
      notices={notices}
    />
  );
};

/**
 * A mapping rule that the API does not have yet: empty, a copy, or one from a file. It stays open once it is created.
 */
const MappingRuleNew = ({ name, id, onCreated }: NewRuleProps) => {
  const { hasSource, given, query } = useStartRule();
  const now = useWorkflow();
  const state = useLast(now.status === "ready" ? now : undefined);
  const place = useTabDraft(name);
  if (hasSource && query.isError)
    return (
      <Screen title="New mapping rule" crumbs={crumbs}>
        <ErrorNotice error={query.error}>
          <p>
            Couldn't load the rule to copy.{" "}
            <Link {...newRuleAddress}>Start with an empty rule</Link> instead.
          </p>
        </ErrorNotice>
      </Screen>
    );
  if (!state || !place || (hasSource && query.isPending))
    return <RuleWaiting title="New mapping rule" />;
  const start = query.data;
  return (
    <OpenNewRule
      request={start?.request ?? newMappingRule(state.workflow)}
      workflow={state.workflow}
      place={place}
      id={id}
      onCreated={onCreated}
      given={given}
      notices={
        <>
          {start && <p className="faint">{start.from}</p>}
          {hasSource && !start && !place.draft && (
            <Notice title="The content for this new rule is no longer available" tone="waiting">
              <p>This is an empty rule instead. Import or paste the content again to use it.</p>
            </Notice>
          )}
          <NamesMissing source={state.source} />
        </>
      }
    />
  );
};

const how: Readonly<Record<SeenHow, string>> = {
  read: "loaded",
  saved: "saved",
  imported: "imported",
};

/** Instead of a rule that can't be edited here: a notice, and its history. */
const NoRule = ({ id, notice }: { id: string; notice: ReactNode }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={crumbs}>
    {notice}
    <LateHistory resource="mapping-rules" id={toRecordId(id)} version={0} />
  </Screen>
);

/** A rule that neither the upstream nor this browser has. */
const UnseenRule = ({ id }: { id: string }) => (
  <Notice
    title="The API doesn't offer loading mapping rules"
    tone="waiting"
    actions={
      <>
        <ButtonLink variant="filled" to="/mapping-rules/import">
          Import rules
        </ButtonLink>
        <ButtonLink to="/mapping-rules">Rules opened in this browser</ButtonLink>
      </>
    }
  >
    <p>
      The API can save a rule but not load it, and rule {id} hasn't been opened in this browser. If
      you have it as JSON, import it to edit and save it.
    </p>
  </Notice>
);

/** Opened once, with the first version read: a rule that is being edited must not be replaced by a newer one. */
const OpenSavedRule = ({ id, request, workflow, place, notices }: OpenProps & { id: string }) => {
  const navigate = useNavigate();
  const onCreated = useCallback(
    (created: number) => void navigate({ to: `/mapping-rules/${created}` }),
    [navigate],
  );
  const open = (whenCreated: NewRuleProps["onCreated"]) =>
    openRule({
      request,
      workflow,
      wire: ruleWire(whenCreated),
      created: true,
      kept: place.draft,
    });
  const session = useRuleSession({ place, created: true, open }, onCreated);
  const { saving } = session.open;
  // The cached rule is shown first; the answer that follows may be newer.
  useEffect(() => saving.refresh(request), [saving, request]);
  return (
    <OpenRuleScreen
      session={session}
      place={place}
      nameless={`Mapping rule ${id}`}
      actions={
        <>
          <RuleMenu id={id} />
          <ListNav kind="mapping-rules" id={id} />
        </>
      }
      notices={notices}
    />
  );
};

type RuleRecord = ReturnType<typeof useRuleRecord>;

/** What the last read of the rule, and of the names in it, has to say. */
const RuleNotices = ({ query, unread, seen, source }: RuleRecord & { source: WorkflowSource }) => (
  <>
    {query.isError && (!unread || seen === null) && (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()}>
        <p>The rule below was loaded earlier. Your changes are kept.</p>
      </ErrorNotice>
    )}
    {query.data && <UnreadableFields problems={query.data.problems} />}
    {unread && seen && (
      <Notice title="The API doesn't offer loading mapping rules" tone="waiting">
        <p>
          This is the version in this browser, {how[seen.how]} on {formatDateTime(seen.at)}. You can
          save it, but the console can't check whether another person has changed the rule since.
          Saving overwrites their changes.
        </p>
      </Notice>
    )}
    <NamesMissing source={source}>
      {" "}
      Import it in <Link to="/mapping-rules">the list of rules</Link>.
    </NamesMissing>
  </>
);

interface MappingRuleDetailProps {
  id: string;
  /** The key of its draft. */
  name: string;
}

/** One mapping rule of the API, in the builder. */
export const MappingRuleDetail = ({ id, name }: MappingRuleDetailProps) => {
  const record = useRuleRecord(id);
  const { query, unread, seen } = record;
  const answer = query.data;
  const rule = answer?.value ?? (unread ? seen?.rule : undefined);
  const state = useWorkflow({ enabled: rule !== undefined });
  const ready = useLast(state.status === "ready" ? state : undefined);
  const request = useLast(useMemo(() => rule && toMappingRuleRequest(rule), [rule]));
  const place = useTabDraft(name);
  useSeenRecord("mapping-rules", id, rule && ruleName(rule));
  useEffect(() => {
    if (answer) void storeVersion(answer, "read");
  }, [answer]);
  if (request && ready && place)
    return (
      <OpenSavedRule
        id={id}
        request={request}
        workflow={ready.workflow}
        place={place}
        notices={<RuleNotices {...record} source={ready.source} />}
      />
    );
  if (!rule && unread && seen === null) return <NoRule id={id} notice={<UnseenRule id={id} />} />;
  if (!rule && query.isError && !unread)
    return (
      <RecordScreen
        query={query}
        id={id}
        fallback={`mapping rule ${id}`}
        titleOf={ruleName}
        crumbs={crumbs}
      >
        {() => null}
      </RecordScreen>
    );
  if (rule && !request && ready)
    return (
      <NoRule
        id={id}
        notice={
          <Notice title="This rule was sent without its conditions and actions" tone="waiting">
            <p>Saving it would delete them, so it can't be edited here.</p>
          </Notice>
        }
      />
    );
  return <RuleWaiting title={rule ? ruleName(rule) : `Mapping rule ${id}`} />;
};

/** The rule that the address names, which is also the key of its draft: one for each start of a new rule. */
const nameSession = (id: string, { copy, given }: ListSearch): string =>
  id === "new"
    ? ["new", copy && `copy ${copy}`, given && `given ${given}`].filter(Boolean).join(" ")
    : `rule ${id}`;

/** One opening of a rule on this screen. */
interface Session {
  readonly number: number;
  /** Whether it started with a rule that the API did not have yet. */
  readonly isNew: boolean;
  readonly name: string;
  /** The name of a rule that was created here, once it has its own address. */
  readonly created?: string;
}

const nextSession = (session: Session, name: string): Session => {
  if (session.name === name) return session;
  if (session.created === name) return { ...session, name };
  return { number: session.number + 1, isNew: name.startsWith("new"), name };
};

/**
 * The builder, at `/mapping-rules/new` and `/mapping-rules/$id`. A rule that is created stays open while its address
 * changes: the same elements with the same undo, focus and open row, so that no click or key is lost.
 */
export const MappingRuleScreen = () => {
  const id = useRouteId();
  const { search } = useListSearch();
  const navigate = useNavigate();
  const name = nameSession(id, search);
  const [last, setSession] = useState<Session>({ number: 0, isNew: false, name: "" });
  const session = nextSession(last, name);
  if (session !== last) setSession(session);
  const goTo = (created: number) => {
    setSession((now) => ({ ...now, created: nameSession(String(created), {}) }));
    // The rule stays open, with JSON that isn't applied, too: nothing is left.
    void navigate({ to: `/mapping-rules/${created}`, replace: true, ignoreBlocker: true });
  };
  return session.isNew ? (
    <MappingRuleNew
      key={session.number}
      name={name}
      id={id === "new" ? undefined : id}
      onCreated={goTo}
    />
  ) : (
    <MappingRuleDetail key={session.number} id={id} name={name} />
  );
};
