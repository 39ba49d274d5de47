import { type ReactNode, useEffect, useState } from "react";
import { createDraftKeeper } from "#web/mapping-rules/save/draft-keeper.ts";
import { browserDrafts } from "#web/mapping-rules/save/browser-drafts.ts";
import { LeaveGuard } from "#web/mapping-rules/save/leave-guard.tsx";
import type { OpenRule } from "#web/mapping-rules/save/open-rule.ts";
import { RestoredNotice } from "#web/mapping-rules/save/restored-notice.tsx";
import { KeeperContext, SavingContext } from "#web/mapping-rules/save/saving-context.ts";
import type { TabDraft } from "#web/mapping-rules/save/use-tab-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { EditorContext, openEditor, usePart } from "./builder-context.ts";
import { headKey } from "#rule-model/draft/part.ts";
import { RuleBuilder } from "./rule-builder.tsx";
import { RuleStateBadge } from "./rule-state-badge.tsx";

interface OpenRuleScreenProps {
  open: OpenRule;
  place: TabDraft;
  /** The title of a rule without a name. */
  nameless: string;
  actions?: ReactNode | undefined;
  /** Notices shown above the rule. */
  notices?: ReactNode;
}

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

/** The interval between checks whether the other tab is still open. */
const checkIntervalMs = 2_000;

const useShared = (place: TabDraft): boolean => {
  const [alone, setAlone] = useState<TabDraft>();
  const shared = place.tabNumber > 1 && alone !== place;
  useEffect(() => {
    if (!shared) return undefined;
    const check = async () => (await place.isShared()) || setAlone(place);
    const timer = setInterval(() => void check(), checkIntervalMs);
    return () => clearInterval(timer);
  }, [shared, place]);
  return shared;
};

const OtherTab = () => (
  <Notice title="This rule is also open in another tab" tone="waiting">
    <p>
      Each tab keeps its own changes. Neither overwrites the other: the second tab to save shows
      both versions.
    </p>
  </Notice>
);

const Inside = ({ open, place, nameless, actions, notices }: OpenRuleScreenProps) => {
  const name = usePart(headKey, "head")?.data.name.trim();
  const shared = useShared(place);
  return (
    <Screen title={name || nameless} crumbs={crumbs} beside={<RuleStateBadge />} actions={actions}>
      <h2 className="visually-hidden">The rule</h2>
      {notices}
      {shared && open.saving.state.get().created && <OtherTab />}
      <RestoredNotice restored={open.restored} />
      <RuleBuilder />
      <LeaveGuard />
    </Screen>
  );
};

/** The screen of an open rule; its changes are kept in this browser until they are saved. */
export const OpenRuleScreen = (props: OpenRuleScreenProps) => {
  const { open, place } = props;
  const [editor] = useState(() => openEditor(open.builder));
  const [keeper] = useState(() =>
    createDraftKeeper(open.builder, open.saving, browserDrafts, place.key),
  );
  useEffect(() => keeper.attach(), [keeper]);
  // A rule that was just created has its own draft key from now on.
  useEffect(() => keeper.moveTo(place.key), [keeper, place.key]);
  return (
    <EditorContext value={editor}>
      <SavingContext value={open.saving}>
        <KeeperContext value={keeper}>
          <Inside {...props} />
        </KeeperContext>
      </SavingContext>
    </EditorContext>
  );
};
