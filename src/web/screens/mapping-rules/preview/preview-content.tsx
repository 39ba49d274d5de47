import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "@tanstack/react-router";
import { rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePart,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { withSearch } from "#web/base/list-search.ts";
import { useValue } from "#web/base/value-store.ts";
import { AbsentFields } from "./absent-fields.tsx";
import { attachPreview } from "./attach-preview.ts";
import { DryRun } from "./dry-run.tsx";
import { MatchesList } from "./matches-list.tsx";
import { NeighboursList } from "./neighbours-list.tsx";
import { OneRecord } from "./one-record.tsx";
import { useMatchCount } from "./part-mark.tsx";
import type { PreviewSession, PreviewTab } from "./preview-session.ts";
import { SamplesBar } from "./samples-bar.tsx";
import "./preview-panel.css";

const tabs: readonly { readonly tab: PreviewTab; readonly label: string }[] = [
  { tab: "record", label: "One record" },
  { tab: "matches", label: "Matches" },
  { tab: "changes", label: "Dry run" },
  { tab: "neighbours", label: "Other rules" },
];

const contents: Readonly<Record<PreviewTab, () => ReactNode>> = {
  record: () => <OneRecord />,
  matches: () => <MatchesList />,
  changes: () => <DryRun />,
  neighbours: () => <NeighboursList />,
};

const isTab = (value: string | null): value is PreviewTab => tabs.some(({ tab }) => tab === value);

/** The number of records the rule applies to, in one line. */
const Headline = () => {
  const matches = useMatchCount();
  const off = usePart(rootKey, "rule")?.data.enabled === false;
  if (matches === undefined) return null;
  return (
    <p className="preview__headline">
      {matches}
      {off && (
        <span className="preview__off">
          The rule is disabled. It is tested as if it were enabled.
        </span>
      )}
    </p>
  );
};

/** Lookups that cannot be tested, because their lines could not be read. */
const UnreadSets = () => {
  const builder = useBuilder();
  const unread = useValue(usePreviewSession().preview)?.unreadSets ?? [];
  const { mappingSetNames } = builder.workflow;
  if (unread.length === 0) return null;
  const names = unread.map((id) => mappingSetNames.get(id) ?? String(id)).join(", ");
  return (
    <p className="preview__headline preview__off">
      Couldn't load the items of mapping set {names}, so lookups there change nothing in this test.
    </p>
  );
};

/** Scrolls to the panel's content when it was opened from a row; on a small screen it is a view of its own. */
const useScrollOnOpening = (session: PreviewSession) => {
  const panel = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const openings = useValue(session.openings);
  const handled = useRef(openings);
  useEffect(() => {
    if (handled.current === openings) return;
    handled.current = openings;
    const hidden = panel.current?.offsetParent === null;
    const search = withSearch({ view: "try" });
    void Promise.resolve(hidden ? navigate({ to: ".", search }) : undefined).then(() =>
      requestAnimationFrame(() => panel.current?.focus()),
    );
  }, [openings, navigate]);
  return panel;
};

/** The rule's results on its samples: one record step by step, all matches, all changes, its neighbors. */
export const PreviewContent = () => {
  const builder = useBuilder();
  const session = usePreviewSession();
  useEffect(() => attachPreview(builder, session), [builder, session]);
  const { tab } = useValue(session.view);
  const panel = useScrollOnOpening(session);
  return (
    <>
      <SamplesBar />
      <Headline />
      <AbsentFields />
      <UnreadSets />
      <Tabs value={tab} onChange={(next) => isTab(next) && session.change({ tab: next })}>
        <Tabs.List aria-label="Test results">
          {tabs.map(({ tab: value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} ref={panel} className="preview__content" tabIndex={-1}>
          {contents[tab]()}
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
