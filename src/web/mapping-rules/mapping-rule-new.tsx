import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { type ListSearch, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { newMappingRule } from "./builder/new-parts.ts";
import { OpenRuleScreen } from "./builder/open-rule-screen.tsx";
import { RuleWaiting } from "./builder/rule-waiting.tsx";
import type { Workflow } from "./builder/workflow.ts";
import { sourceInWords, useWorkflow } from "./builder/workflow-source.ts";
import { useStartRule } from "./memory/use-start-rule.ts";
import type { OpenRule } from "./save/open-rule.ts";
import { handOver, openRule } from "./save/open-rule.ts";
import { ruleWire } from "./save/rule-wire.ts";
import type { KeptPlace } from "./save/use-kept-draft.ts";
import { useKeptDraft } from "./save/use-kept-draft.ts";

interface ReadyProps {
  start: UpdateOrCreateMappingRule;
  workflow: Workflow;
  place: KeptPlace;
  notices: ReactNode;
}

const Ready = ({ start, workflow, place, notices }: ReadyProps) => {
  const navigate = useNavigate();
  const [open] = useState((): OpenRule => {
    // Created, it goes on under its own address, with undo and all; nobody is called back who has left meanwhile.
    const wire = ruleWire((id) => {
      if (location.pathname !== "/mapping-rules/new") return;
      handOver(id, made);
      void navigate({ to: `/mapping-rules/${id}`, replace: true });
    });
    const made = openRule({
      request: start,
      workflow,
      wire,
      created: false,
      kept: place.draft,
    });
    return made;
  });
  return <OpenRuleScreen open={open} place={place} nameless="New mapping rule" notices={notices} />;
};

const StartFailed = ({ error }: { error: unknown }) => (
  <Screen title="New mapping rule" crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <ErrorNotice error={error}>
      <p>
        Couldn't load the rule to copy.{" "}
        <Link to="/mapping-rules/new">Start with an empty rule</Link> instead.
      </p>
    </ErrorNotice>
  </Screen>
);

const StartGone = () => (
  <Notice title="The content for this new rule is no longer available" tone="waiting">
    <p>This is an empty rule instead. Import or paste the content again to use it.</p>
  </Notice>
);

/** What a draft of a new rule is kept under: one for each thing to begin with. */
const draftName = (search: ListSearch): string =>
  ["new", search.copy && `copy ${search.copy}`, search.given && `given ${search.given}`]
    .filter(Boolean)
    .join(" ");

const NewRule = ({ name }: { name: string }) => {
  const { asked, query } = useStartRule();
  const state = useWorkflow();
  const place = useKeptDraft(name);
  if (asked && query.isError) return <StartFailed error={query.error} />;
  if (state.status === "pending" || !place || (asked && query.isPending))
    return <RuleWaiting title="New mapping rule" />;
  const start = query.data ?? undefined;
  const source = sourceInWords(state.source);
  return (
    <Ready
      start={start?.request ?? newMappingRule(state.workflow)}
      workflow={state.workflow}
      place={place}
      notices={
        <>
          {start && <p className="faint">{start.from}</p>}
          {asked && !start && <StartGone />}
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

/** A mapping rule that is not there yet: empty, a copy, or one from a file. */
export const MappingRuleNew = () => {
  const { search } = useListSearch();
  const name = draftName(search);
  return <NewRule key={name} name={name} />;
};
