import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { newMappingRule } from "#rule-model/edit-draft.ts";
import type { Workflow, WorkflowSource } from "#rule-model/workflow.ts";
import { formatDateTime } from "#web/base/format.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { readDraft } from "#web/editing/drafts.ts";
import { notify } from "#web/kit/notify.ts";
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
import { useOpenRule } from "#web/screens/mapping-rules/editor/rule-editing.ts";
import { draftKeyOf } from "#web/screens/mapping-rules/editor/rule-plan.ts";
import type { SeenHow } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { newRuleAddress, ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";

export { RuleReviews } from "#web/screens/mapping-rules/review/rule-reviews.tsx";

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
  notices: ReactNode;
}

/** The key of a new rule's draft: one for each start. */
const newDraftKey = ({ copy, given }: ListSearch): string =>
  ["rule.new", copy && `copy ${copy}`, given && `given ${given}`].filter(Boolean).join(" ");

/** Says that a rule was sent to another editor, with the way to it. */
const saySent = (open?: () => void): void =>
  notify("Sent for review", open && { label: "Show", act: open });

const OpenNewRule = ({ request, workflow, notices }: OpenProps) => {
  const { search } = useListSearch();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { given } = search;
  const onCreated = (id: number) => {
    if (given !== undefined) void deleteGivenRule(given);
    const open = (replace: boolean) => void navigate({ to: `/mapping-rules/${id}`, replace });
    notify("Rule created", isShown() ? undefined : { label: "Open", act: () => open(false) });
    if (isShown()) open(true);
  };
  const key = newDraftKey(search);
  const editing = useOpenRule({
    key,
    rule: undefined,
    request,
    workflow,
    onCreated,
    onProposed: () => {
      if (given !== undefined) void deleteGivenRule(given);
      saySent(isShown() ? undefined : () => void navigate({ to: "/mapping-rules/reviews" }));
      if (isShown()) void navigate({ to: "/mapping-rules/reviews", replace: true });
    },
  });
  return <OpenRuleScreen editing={editing} nameless="New mapping rule" notices={notices} />;
};

/** A mapping rule that the API does not have yet: empty, a copy, or one from a file. */
const MappingRuleNew = () => {
  const { search } = useListSearch();
  const { hasSource, query } = useStartRule();
  const now = useWorkflow();
  const state = useLast(now.status === "ready" ? now : undefined);
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
  if (!state || (hasSource && query.isPending)) return <RuleWaiting title="New mapping rule" />;
  const start = query.data;
  return (
    <OpenNewRule
      request={start?.request ?? newMappingRule(state.workflow)}
      workflow={state.workflow}
      notices={
        <>
          {start && <p className="faint">{start.from}</p>}
          {hasSource && !start && !readDraft(newDraftKey(search)) && (
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
    title="The service doesn't offer loading mapping rules"
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
      The service can save a rule but not load it, and rule {id} hasn't been opened in this browser.
      If you have it as JSON, import it to edit and save it.
    </p>
  </Notice>
);

interface OpenSavedProps extends OpenProps {
  rule: MappingRule;
}

/** Opened once, with the first version read: a rule that is being edited must not be replaced by a newer one. */
const OpenSavedRule = ({ notices, ...opening }: OpenSavedProps) => {
  const id = String(opening.rule.id);
  const navigate = useNavigate();
  const editing = useOpenRule({
    ...opening,
    key: draftKeyOf(opening.rule.id),
    onProposed: () => saySent(() => void navigate({ to: "/mapping-rules/reviews" })),
  });
  return (
    <OpenRuleScreen
      editing={editing}
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
      <Notice title="The service doesn't offer loading mapping rules" tone="waiting">
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

/** One mapping rule of the API, in the builder. */
export const MappingRuleDetail = ({ id }: { id: string }) => {
  const record = useRuleRecord(id);
  const { query, unread, seen } = record;
  const answer = query.data;
  const rule = answer?.value ?? (unread ? seen?.rule : undefined);
  const state = useWorkflow({ enabled: rule !== undefined });
  const ready = useLast(state.status === "ready" ? state : undefined);
  const opened = useLast(
    useMemo(() => {
      const request = rule && toMappingRuleRequest(rule);
      return request && { rule, request };
    }, [rule]),
  );
  useSeenRecord("mapping-rules", id, rule && ruleName(rule));
  if (opened && ready)
    return (
      <OpenSavedRule
        {...opened}
        workflow={ready.workflow}
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
  if (rule && !opened && ready)
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

/** The builder, at `/mapping-rules/new` and `/mapping-rules/$id`. */
export const MappingRuleScreen = () => {
  const id = useRouteId();
  const { search } = useListSearch();
  return id === "new" ? (
    <MappingRuleNew key={newDraftKey(search)} />
  ) : (
    <MappingRuleDetail key={id} id={id} />
  );
};
