import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { newMappingRule } from "#rule-model/draft/new-parts.ts";
import { OpenRuleScreen, RuleMenu, RuleWaiting } from "./open-rule-screen.tsx";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { sourceInWords, useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { deleteGivenRule } from "./given-rules.ts";
import { useRuleSession } from "./rule-session.ts";
import { useStartRule } from "./start-rule.ts";
import { useLast } from "./use-last.ts";
import {
  type OpenRule,
  openRule,
  ruleWire,
} from "#web/screens/mapping-rules/versions/open-rule.ts";
import { type TabDraft, useTabDraft } from "#web/screens/mapping-rules/versions/tab-draft.ts";
import { newRuleAddress } from "#web/screens/mapping-rules/list/rule-words.ts";

interface NewRuleProps {
  /** The key of its draft. */
  name: string;
  /** Its id, once it is created. */
  id: string | undefined;
  onCreated: (id: number) => void;
}

interface ReadyProps extends Pick<NewRuleProps, "id" | "onCreated"> {
  start: UpdateOrCreateMappingRule;
  workflow: Workflow;
  place: TabDraft;
  /** The key of the rule from a file or pasted text. */
  given: string | undefined;
  notices: ReactNode;
}

const Ready = ({ start, workflow, place, given, notices, id, onCreated }: ReadyProps) => {
  const open = (whenCreated: NewRuleProps["onCreated"]): OpenRule => {
    const wire = ruleWire((createdId) => {
      if (given !== undefined) void deleteGivenRule(given);
      whenCreated(createdId);
    });
    return openRule({ request: start, workflow, wire, created: false, kept: place.draft });
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

const StartFailed = ({ error }: { error: unknown }) => (
  <Screen title="New mapping rule" crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <ErrorNotice error={error}>
      <p>
        Couldn't load the rule to copy. <Link {...newRuleAddress}>Start with an empty rule</Link>{" "}
        instead.
      </p>
    </ErrorNotice>
  </Screen>
);

const StartGone = () => (
  <Notice title="The content for this new rule is no longer available" tone="waiting">
    <p>This is an empty rule instead. Import or paste the content again to use it.</p>
  </Notice>
);

/**
 * A mapping rule that the API does not have yet: empty, a copy, or one from a file. It stays open once it is created.
 */
export const MappingRuleNew = ({ name, id, onCreated }: NewRuleProps) => {
  const { hasSource, given, query } = useStartRule();
  const now = useWorkflow();
  const state = useLast(now.status === "ready" ? now : undefined);
  const place = useTabDraft(name);
  if (hasSource && query.isError) return <StartFailed error={query.error} />;
  if (!state || !place || (hasSource && query.isPending))
    return <RuleWaiting title="New mapping rule" />;
  const start = query.data ?? undefined;
  const source = sourceInWords(state.source);
  return (
    <Ready
      start={start?.request ?? newMappingRule(state.workflow)}
      workflow={state.workflow}
      place={place}
      id={id}
      onCreated={onCreated}
      given={given}
      notices={
        <>
          {start && <p className="faint">{start.from}</p>}
          {hasSource && !start && !place.draft && <StartGone />}
          {source && (
            <Notice title="Some names are missing" tone="waiting">
              <p>{source}</p>
            </Notice>
          )}
        </>
      }
    />
  );
};
