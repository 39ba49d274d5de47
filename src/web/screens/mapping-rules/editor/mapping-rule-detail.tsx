import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Workflow, WorkflowSource } from "#rule-model/workflow/workflow.ts";
import { sourceInWords, useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import type { SeenHow, SeenRule } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import { openRule, ruleWire, storeVersion } from "#web/screens/mapping-rules/versions/open-rule.ts";
import { type TabDraft, useTabDraft } from "#web/screens/mapping-rules/versions/tab-draft.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatDateTime } from "#web/base/format.ts";
import {
  LateHistory,
  ListNav,
  RecordScreen,
  UnreadableFields,
} from "#web/records/record-screen.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { useRecentRecord } from "#web/records/recent-records.ts";
import { Screen } from "#web/kit/screen.tsx";
import { OpenRuleScreen, RuleMenu, RuleWaiting } from "./open-rule-screen.tsx";
import { useRuleSession } from "./rule-session.ts";
import { useRuleRecord } from "./start-rule.ts";
import { useLast } from "./use-last.ts";
import { toRecordId } from "#web/base/record-id.ts";

const how: Readonly<Record<SeenHow, string>> = {
  read: "loaded",
  saved: "saved",
  imported: "imported",
};

/** Says that a rule is shown from this browser's memory, and what that means. */
const RememberedNotice = ({ seen }: { seen: SeenRule }) => (
  <Notice title="The API doesn't offer loading mapping rules" tone="waiting">
    <p>
      This is the version in this browser, {how[seen.how]} on {formatDateTime(seen.at)}. You can
      save it, but the console can't check whether another person has changed the rule since. Saving
      overwrites their changes.
    </p>
  </Notice>
);

/** A rule that neither the upstream nor this browser has. */
const UnseenRule = ({ id }: { id: string }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
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
        The API can save a rule but not load it, and rule {id} hasn't been opened in this browser.
        If you have it as JSON, import it to edit and save it.
      </p>
    </Notice>
    <LateHistory resource="mapping-rules" id={toRecordId(id)} version={0} />
  </Screen>
);

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

interface ReadyProps {
  id: string;
  request: UpdateOrCreateMappingRule;
  workflow: Workflow;
  place: TabDraft;
  notices: ReactNode;
}

/** Opened once, with the first version read: a rule that is being edited must not be replaced by a newer one. */
const Ready = ({ id, request, workflow, place, notices }: ReadyProps) => {
  const navigate = useNavigate();
  const onCreated = useCallback(
    (created: number) => void navigate({ to: `/mapping-rules/${created}` }),
    [navigate],
  );
  const session = useRuleSession(
    {
      place,
      created: true,
      open: (whenCreated) =>
        openRule({
          request,
          workflow,
          wire: ruleWire(whenCreated),
          created: true,
          kept: place.draft,
        }),
    },
    onCreated,
  );
  const { open } = session;
  // The cached rule is shown first; the answer that follows may be newer.
  useEffect(() => open.saving.refresh(request), [open, request]);
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

const Treeless = ({ id }: { id: string }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={crumbs}>
    <Notice title="This rule was sent without its conditions and actions" tone="waiting">
      <p>Saving it would delete them, so it can't be edited here.</p>
    </Notice>
    <LateHistory resource="mapping-rules" id={toRecordId(id)} version={0} />
  </Screen>
);

interface MappingRuleDetailProps {
  id: string;
  /** The key of its draft. */
  name: string;
}

/** The error of a reload, beside the rule that is open. */
const ReloadFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorNotice error={error} onRetry={onRetry}>
    <p>The rule below was loaded earlier. Your changes are kept.</p>
  </ErrorNotice>
);

type RuleRecord = ReturnType<typeof useRuleRecord>;

/** What the last read of the rule, and of the names in it, has to say. */
const RuleNotices = ({ query, unread, seen, source }: RuleRecord & { source: WorkflowSource }) => {
  const words = sourceInWords(source);
  return (
    <>
      {query.isError && (!unread || seen === null) && (
        <ReloadFailed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <UnreadableFields problems={query.data.problems} />}
      {unread && seen && <RememberedNotice seen={seen} />}
      {words && (
        <Notice title="Some names are missing" tone="waiting">
          <p>
            {words} Import it in <Link to="/mapping-rules">the list of rules</Link>.
          </p>
        </Notice>
      )}
    </>
  );
};

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
  useRecentRecord("mapping-rules", id, rule && ruleName(rule));
  useEffect(() => {
    if (answer) void storeVersion(answer, "read");
  }, [answer]);
  if (request && ready && place)
    return (
      <Ready
        id={id}
        request={request}
        workflow={ready.workflow}
        place={place}
        notices={<RuleNotices {...record} source={ready.source} />}
      />
    );
  if (!rule && unread && seen === null) return <UnseenRule id={id} />;
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
  if (rule && !request && ready) return <Treeless id={id} />;
  return <RuleWaiting title={rule ? ruleName(rule) : `Mapping rule ${id}`} />;
};
