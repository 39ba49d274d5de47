import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { sourceInWords, useWorkflow } from "#web/mapping-rules/catalog/workflow-source.ts";
import type { SeenHow, SeenRule } from "#web/mapping-rules/list/rule-memory.ts";
import { ruleName } from "#web/mapping-rules/list/rule-words.ts";
import {
  type OpenRule,
  openRule,
  storeVersion,
  ruleWire,
} from "#web/mapping-rules/versions/open-rule.ts";
import { type TabDraft, useTabDraft } from "#web/mapping-rules/versions/tab-draft.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useRecentRecord } from "#web/ui/recent-records.ts";
import { RecordScreen, UnreadableFields } from "#web/ui/record-screen.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { OpenRuleScreen, RuleMenu, RuleWaiting } from "./open-rule-screen.tsx";
import { useRuleRecord } from "./start-rule.ts";

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
  const [open] = useState((): OpenRule => {
    const wire = ruleWire((created) => void navigate({ to: `/mapping-rules/${created}` }));
    return openRule({ request, workflow, wire, created: true, kept: place.draft });
  });
  // The cached rule is shown first; the answer that follows may be newer.
  useEffect(() => open.saving.refresh(request), [open, request]);
  return (
    <OpenRuleScreen
      open={open}
      place={place}
      nameless={`Mapping rule ${id}`}
      actions={<RuleMenu id={id} />}
      notices={notices}
    />
  );
};

const Treeless = ({ id }: { id: string }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={crumbs}>
    <Notice title="This rule was sent without its conditions and actions" tone="waiting">
      <p>Saving it would delete them, so it can't be edited here.</p>
    </Notice>
  </Screen>
);

interface MappingRuleDetailProps {
  id: string;
  /** The key of its draft. */
  name: string;
}

/** One mapping rule of the API, in the builder. */
export const MappingRuleDetail = ({ id, name }: MappingRuleDetailProps) => {
  const { query, unread, seen } = useRuleRecord(id);
  const rule = query.data?.value ?? (unread ? seen?.rule : undefined);
  const state = useWorkflow({ enabled: rule !== undefined });
  const place = useTabDraft(name);
  const answer = query.data;
  useRecentRecord("mapping-rules", id, rule && ruleName(rule));
  useEffect(() => {
    if (answer) void storeVersion(answer, "read");
  }, [answer]);
  if (unread && seen === null) return <UnseenRule id={id} />;
  if (query.isError && !unread)
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
  if (!rule || state.status === "pending" || !place)
    return <RuleWaiting title={rule ? ruleName(rule) : `Mapping rule ${id}`} />;
  const request = toMappingRuleRequest(rule);
  if (!request) return <Treeless id={id} />;
  const source = sourceInWords(state.source);
  return (
    <Ready
      id={id}
      request={request}
      workflow={state.workflow}
      place={place}
      notices={
        <>
          {answer && <UnreadableFields problems={answer.problems} />}
          {unread && seen && <RememberedNotice seen={seen} />}
          {source && (
            <Notice title="Some names are missing" tone="waiting">
              <p>
                {source} Import it in <Link to="/mapping-rules">the list of rules</Link>.
              </p>
            </Notice>
          )}
        </>
      }
    />
  );
};
