import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useRecentRecord } from "#web/ui/recent-records.ts";
import { RecordScreen, UnreadableFields } from "#web/ui/record-screen.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { OpenRuleScreen } from "./builder/open-rule-screen.tsx";
import { RuleMenu } from "./builder/rule-menu.tsx";
import { RuleWaiting } from "./builder/rule-waiting.tsx";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { sourceInWords, useWorkflow } from "./builder/workflow-source.ts";
import { RememberedNotice, UnseenRule } from "./memory/remembered-notice.tsx";
import { useRuleRecord } from "./memory/use-rule-record.ts";
import { ruleName } from "./rule-words.ts";
import type { OpenRule } from "./save/open-rule.ts";
import { openRule } from "./save/open-rule.ts";
import { rememberVersionOf, ruleWire } from "./save/rule-wire.ts";
import type { TabDraft } from "./save/use-tab-draft.ts";
import { useTabDraft } from "./save/use-tab-draft.ts";

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
    if (answer) void rememberVersionOf(answer, "read");
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
