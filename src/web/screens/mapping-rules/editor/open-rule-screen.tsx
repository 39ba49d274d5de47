import { Button } from "@mantine/core";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { ButtonLink, PermittedLink } from "#web/kit/button.tsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconCopy, IconPrinter } from "@tabler/icons-react";
import { headKey } from "#rule-model/draft/part.ts";
import { newRuleAddress } from "#web/screens/mapping-rules/list/rule-words.ts";
import type { OpenRule } from "#web/screens/mapping-rules/versions/open-rule.ts";
import { isUnsaved } from "#web/screens/mapping-rules/versions/rule-saving.ts";
import type { TabDraft } from "#web/screens/mapping-rules/versions/tab-draft.ts";
import { formatDateTime, formatTimeOfDay } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { isBusy } from "#web/editing/save-machine.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { useReportUnsaved } from "#web/editing/report-save.ts";
import {
  EditorContext,
  KeeperContext,
  SavingContext,
  useKeeperState,
  usePart,
  useSaving,
  useSavingState,
  useTypedJson,
} from "./builder-context.ts";
import { RuleBuilder } from "./rule-builder.tsx";
import { type RuleSession, watchStarts } from "./rule-session.ts";
import "./rule-builder.css";

/**
 * Asks before a rule with unsaved changes is left, but not during a save, which goes on. A rule that was just created gets
 * a new address, which is not leaving.
 */
const LeaveGuard = () => {
  const saving = useSaving();
  const { phase } = useSavingState();
  const typed = useTypedJson();
  const { kind } = useKeeperState();
  return (
    <UnsavedGuard
      dirty={() => isUnsaved(saving.state.get()) || typed.get() !== undefined}
      saving={isBusy(phase) && kind !== "refused"}
      keepsDraft={kind !== "refused"}
      onDiscard={() => {
        typed.set(undefined);
        saving.discard();
      }}
    />
  );
};

/** Announces a save that ends after its screen was left, if it wasn't saved. */
const useAnnouncedEnd = (session: RuleSession): void => {
  const report = useReportUnsaved();
  const begin = useRef(report);
  useEffect(() => {
    begin.current = report;
  });
  useEffect(() => watchStarts(session, () => begin.current()), [session]);
};

const when = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString()
    ? formatTimeOfDay(at)
    : formatDateTime(at);

/** Says that earlier changes were restored to the draft, and offers to review or discard them. */
const RestoredNotice = ({ restored }: Pick<OpenRule, "restored">) => {
  const saving = useSaving();
  const { dirty, phase } = useSavingState();
  const [seen, setSeen] = useState(false);
  // A conflict or the result of the last save comes first.
  const isUnsettled = phase.kind === "conflict" || phase.kind === "unknown";
  // The changes were saved or undone: later changes are new ones.
  if (!dirty && !seen) setSeen(true);
  if (!restored || seen || !dirty || isUnsettled) return null;
  return (
    <Notice
      title={`Unsaved changes from ${when(restored.at)} restored`}
      tone="waiting"
      actions={
        <>
          <Button onClick={saving.review}>Review changes</Button>
          <Button
            onClick={() => {
              saving.discard();
              setSeen(true);
            }}
          >
            Discard changes
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setSeen(true)}>
            Continue editing
          </Button>
        </>
      }
    >
      <p>
        {restored.merged &&
          "Another person has changed the rule since then. Both changes are merged below; no part was changed by both of you. "}
        If you discard them, Undo brings them back.
      </p>
    </Notice>
  );
};

/** Shows whether the draft equals the saved rule. */
const RuleStateBadge = () => {
  const { dirty, created } = useSavingState();
  return (
    <>
      {!created && <StatusBadge label="New" tone="calm" />}
      {created && dirty && <StatusBadge label="Unsaved changes" tone="waiting" />}
    </>
  );
};

/** The commands for a saved rule as a whole. */
export const RuleMenu = ({ id }: { id: string }) => (
  <>
    <PermittedLink
      permission={mappingRuleOperations.saveMappingRule}
      variant="subtle"
      color="gray"
      {...newRuleAddress}
      search={{ copy: id }}
      title="A new rule with the content of the saved version of this one"
      leftSection={<IconCopy aria-hidden="true" />}
    >
      Duplicate
    </PermittedLink>
    <ButtonLink
      variant="subtle"
      color="gray"
      to="/mapping-rules/print"
      search={{ ids: id }}
      title="The saved version of the rule in words"
      leftSection={<IconPrinter aria-hidden="true" />}
    >
      Print
    </ButtonLink>
  </>
);

/** The outline of a rule's screen while the rule loads. */
export const RuleWaiting = ({ title }: { title: string }) => (
  <Screen title={title} crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <div className="rule-builder" role="status" aria-busy="true" aria-label="Loading">
      <div className="sheet sheet__body stack">
        <Skeleton width={48} />
      </div>
      <div className="rule-builder__desk">
        <div className="sheet sheet__body stack">
          {[44, 38, 52, 30, 46, 34, 41].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
    </div>
  </Screen>
);

interface OpenRuleScreenProps {
  session: RuleSession;
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

const Inside = ({ session, place, nameless, actions, notices }: OpenRuleScreenProps) => {
  const { open } = session;
  const name = usePart(headKey, "head")?.data.name.trim();
  const shared = useShared(place);
  useAnnouncedEnd(session);
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
  const { session, place } = props;
  const { editor, keeper, open } = session;
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
