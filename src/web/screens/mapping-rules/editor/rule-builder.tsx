import { Button } from "@mantine/core";
import { useSplitter } from "@mantine/hooks";
import { IconCopy, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import * as z from "zod/mini";
import { editingRules } from "#contract/mapping-rules.ts";
import { partsInOrder, savedName } from "#rule-model/draft-rule.ts";
import { headKey } from "#rule-model/part.ts";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { formatDateTime, formatTimeOfDay } from "#web/base/format.ts";
import { useListSearch, withSearch } from "#web/base/list-search.ts";
import { remember } from "#web/base/remember.ts";
import { useValue } from "#web/base/value-store.ts";
import { isBusy } from "#web/editing/editing-plan.ts";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { ButtonLink, PermittedLink } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { LateAskedHistory } from "#web/records/record-screen.tsx";
import { useFindings } from "#web/screens/mapping-rules/checks/part-findings.tsx";
import { useRunTests } from "#web/screens/mapping-rules/tests/failed-parts.tsx";
import { newRuleAddress } from "#web/screens/mapping-rules/list/rule-words.ts";
import { PreviewPanel } from "#web/screens/mapping-rules/preview/preview-panel.tsx";
import { RuleReviewChip } from "#web/screens/mapping-rules/review/reviewed-rules.tsx";
import { HeadForm } from "#web/screens/mapping-rules/rows/head-form.tsx";
import { RuleEditor } from "#web/screens/mapping-rules/rows/rule-editor.tsx";
import { goToRow, showRow } from "#web/screens/mapping-rules/rows/shown-rows.ts";
import { RuleToolbar } from "#web/screens/mapping-rules/rows/rule-toolbar.tsx";
import {
  EditorContext,
  useEditorState,
  usePart,
  usePreviewSession,
  useRuleId,
} from "./builder-context.ts";
import {
  discardChanges,
  reviewChanges,
  RuleEditingContext,
  useRuleEditing,
  useSavingState,
} from "./rule-editing.ts";
import type { RuleEditing } from "./rule-plan.ts";
import { SaveRuleBar } from "./save-rule-bar.tsx";
import "./rule-builder.css";

/** Percent of the width that the rule has beside its test, unless a person chose otherwise. */
const usualShare = 57;
const leastShare = 30;
const mostShare = 72;

const rememberedShare = remember(
  "preview.share.open",
  z._default(z.number().check(z.gte(leastShare), z.lte(mostShare)), usualShare),
);

const Folded = ({ id }: { id: number }) => {
  const [open, setOpen] = useState(false);
  // The rule is loaded elsewhere; a newer version has newer changes.
  const { dataUpdatedAt } = useQuery({ ...mappingRuleDetail(String(id)), enabled: false });
  return (
    <details className="raw" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Activity</summary>
      {open && <LateAskedHistory resource="mapping-rules" id={id} version={dataUpdatedAt} />}
    </details>
  );
};

/** The changes of a rule of the API, folded: nothing of it loads before a person opens it. */
const RuleHistory = () => {
  const id = useRuleId();
  return id === undefined ? null : <Folded id={id} />;
};

/** The view of an open rule; the address names it. */
type RuleView = "rule" | "try" | "json" | "versions";

const views: readonly { readonly view: RuleView; readonly label: string }[] = [
  { view: "rule", label: "Rule" },
  { view: "try", label: "Test" },
  { view: "json", label: "JSON" },
  { view: "versions", label: "Versions" },
];

const useRuleView = (): RuleView => {
  const { search } = useListSearch();
  return views.find(({ view }) => view === search["view"])?.view ?? "rule";
};

/** The tabs of an open rule. “Test” is beside the rule where there is room. */
const RuleViews = () => {
  const current = useRuleView();
  return (
    <nav className="view-tabs rule-builder__views" aria-label="Views of this rule">
      {views.map(({ view, label }) => (
        <Link
          key={view}
          to="."
          search={withSearch({ view: view === "rule" ? "" : view })}
          className="view-tabs__tab"
          activeProps={{ "aria-current": undefined }}
          aria-current={view === current ? "page" : undefined}
          data-current={view === current || undefined}
          data-view={view}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
};

const toWidths = (share: number) =>
  ({ "--rule-share": `${share}fr`, "--preview-share": `${100 - share}fr` }) as CSSProperties;

/** The width of the rule in percent, and the handle that changes it. */
const useShare = () => {
  const [share, setShare] = useState(rememberedShare.get);
  const splitter = useSplitter<HTMLDivElement>({
    panels: [
      { defaultSize: usualShare, min: leastShare, max: mostShare },
      { defaultSize: 100 - usualShare },
    ],
    sizes: [share, 100 - share],
    onSizeChange: ([size]) => {
      const next = Number(size);
      setShare(next);
      rememberedShare.set(Math.round(next * 10) / 10);
    },
    step: 2,
  });
  return { share, ref: splitter.ref, handle: splitter.getHandleProps({ index: 0 }) };
};

/** The rule and its test side by side, with a handle between them; a narrow window shows one of them. */
const BuilderDesk = ({ rule, preview }: { rule: ReactNode; preview: ReactNode }) => {
  const { open } = useValue(usePreviewSession().view);
  const { share, ref, handle } = useShare();
  return (
    <div
      ref={ref}
      className="rule-builder__desk"
      data-preview={open ? "open" : "closed"}
      style={toWidths(share)}
    >
      {rule}
      <div
        {...handle}
        className="rule-builder__handle"
        aria-label="Resize rule and test"
        aria-valuetext={`Rule ${Math.round(share)}%, test ${Math.round(100 - share)}%`}
        title="Drag to resize. Double-click to reset."
      />
      {preview}
    </div>
  );
};

/** Goes to the part that the address names, “condition 17”, and shows the record that it names in the test. */
const useAddressedPart = () => {
  const editor = useEditorState();
  const session = usePreviewSession();
  const { search } = useListSearch();
  const { part, sample } = search;
  useEffect(() => {
    if (sample !== undefined) session.change({ open: true, tab: "record", selectedKey: sample });
    if (part === undefined) return;
    const { draft } = editor.builder;
    const found = [...partsInOrder(draft)].find((one) => savedName(one) === part);
    if (!found) return;
    goToRow(editor, found.key);
    // In the middle: the results of the samples will take some lines above it.
    showRow(editor, found.key);
  }, [editor, session, part, sample]);
};

/** The JSON view loads when it is first opened, since most people never open it. */
const JsonView = lazy(async () => ({
  default: (await import("./json-view.tsx")).JsonView,
}));
const VersionsPanel = lazy(async () => ({
  default: (await import("./versions-panel.tsx")).VersionsPanel,
}));

/**
 * An open rule: its settings, its sentences with their tools, the results for the samples, and the save bar. The
 * editor stays mounted while another view is shown, so that its state is kept.
 */
const RuleBuilder = () => {
  const view = useRuleView();
  useFindings();
  useRunTests();
  useAddressedPart();
  return (
    <div className="rule-builder" data-view={view}>
      <HeadForm />
      <RuleViews />
      <BuilderDesk
        rule={
          <section className="sheet rule-builder__rule" aria-label="What it does">
            <div className="rule-builder__tools">
              <RuleToolbar />
            </div>
            <RuleEditor />
          </section>
        }
        preview={
          <div className="rule-builder__preview">
            <PreviewPanel />
          </div>
        }
      />
      <Suspense fallback={<Skeleton width={40} />}>
        {view === "json" && <JsonView />}
        {view === "versions" && <VersionsPanel />}
      </Suspense>
      <RuleHistory />
      <SaveRuleBar />
    </div>
  );
};

/** Asks before a rule with unsaved changes is left, but not during a save, which goes on. */
const LeaveGuard = () => {
  const editing = useRuleEditing();
  const { phase, stored } = useSavingState();
  const isKept = stored !== "refused";
  return (
    <UnsavedGuard
      dirty={editing.isDirty}
      saving={isBusy(phase) && isKept}
      keepsDraft={isKept}
      onDiscard={editing.discard}
    />
  );
};

const when = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString()
    ? formatTimeOfDay(at)
    : formatDateTime(at);

/** Says that earlier changes were restored to the draft, and offers to review or discard them. */
const RestoredNotice = () => {
  const editing = useRuleEditing();
  const { dirty, phase } = useSavingState();
  const [restoredAt] = useState(() => {
    const { storedAt, phase: now } = editing.state.get();
    return dirty && !isBusy(now) ? storedAt : undefined;
  });
  const [seen, setSeen] = useState(false);
  // A conflict or the result of the last save comes first.
  const isUnsettled = phase.kind === "conflict" || phase.kind === "unknown";
  // The changes were saved or undone: later changes are new ones.
  if (!dirty && !seen) setSeen(true);
  if (restoredAt === undefined || seen || !dirty || isUnsettled) return null;
  return (
    <Notice
      title={`Unsaved changes from ${when(restoredAt)} restored`}
      tone="waiting"
      actions={
        <>
          <Button onClick={() => reviewChanges(editing)}>Review changes</Button>
          <Button
            onClick={() => {
              discardChanges(editing);
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
        {editing.document.opened === "merged" &&
          "Another person has changed the rule since then. Both changes are merged below; no part was changed by both of you. "}
        If you discard them, Undo brings them back.
      </p>
    </Notice>
  );
};

/** Shows whether the draft equals the saved rule. */
const RuleStateBadge = () => {
  const { dirty } = useSavingState();
  if (useRuleId() === undefined) return <StatusBadge label="New" tone="calm" />;
  return dirty && <StatusBadge label="Unsaved changes" tone="waiting" />;
};

const RuleState = () => {
  const id = useRuleId();
  return (
    <>
      <RuleStateBadge />
      {id !== undefined && <RuleReviewChip id={id} />}
    </>
  );
};

/** The commands for a saved rule as a whole. */
export const RuleMenu = ({ id }: { id: string }) => (
  <>
    <PermittedLink
      permission={editingRules}
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
  editing: RuleEditing;
  nameless: string;
  actions?: ReactNode | undefined;
  notices?: ReactNode;
}

const crumbs = [{ label: "Mapping rules", to: "/mapping-rules" }];

const Inside = ({ nameless, actions, notices }: Omit<OpenRuleScreenProps, "editing">) => {
  const name = usePart(headKey, "head")?.data.name.trim();
  return (
    <Screen title={name || nameless} crumbs={crumbs} beside={<RuleState />} actions={actions}>
      <h2 className="visually-hidden">The rule</h2>
      {notices}
      <RestoredNotice />
      <RuleBuilder />
      <LeaveGuard />
    </Screen>
  );
};

/** The screen of an open rule. */
export const OpenRuleScreen = ({ editing, ...inside }: OpenRuleScreenProps) => (
  <EditorContext value={editing.document.editor}>
    <RuleEditingContext value={editing}>
      <Inside {...inside} />
    </RuleEditingContext>
  </EditorContext>
);
