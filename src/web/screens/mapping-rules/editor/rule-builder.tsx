import { useSplitter } from "@mantine/hooks";
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "@tanstack/react-router";
import { HeadForm } from "#web/screens/mapping-rules/head/head-form.tsx";
import { RuleEditor } from "#web/screens/mapping-rules/outline/rule-editor.tsx";
import { RuleToolbar } from "#web/screens/mapping-rules/outline/rule-toolbar.tsx";
import { PreviewPanel } from "#web/screens/mapping-rules/preview/preview-panel.tsx";
import { SaveRuleBar } from "#web/screens/mapping-rules/versions/save-rule-bar.tsx";
import { useListSearch, withSearch } from "#web/base/list-search.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useValue } from "#web/base/value-store.ts";
import { usePreviewSession } from "./builder-context.ts";
import { leastShare, mostShare, rememberedShare, rememberShare, usualShare } from "./desk-share.ts";
import { RuleHistory } from "./rule-history.tsx";
import "#web/kit/view-tabs.css";
import "./rule-builder.css";

/** The view of an open rule; the address names it. */
export type RuleView = "rule" | "try" | "json" | "versions";

const views: readonly { readonly view: RuleView; readonly label: string }[] = [
  { view: "rule", label: "Rule" },
  { view: "try", label: "Test" },
  { view: "json", label: "JSON" },
  { view: "versions", label: "Versions" },
];

/** The view that the address names. */
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
  const [share, setShare] = useState(rememberedShare);
  const splitter = useSplitter<HTMLDivElement>({
    panels: [
      { defaultSize: usualShare, min: leastShare, max: mostShare },
      { defaultSize: 100 - usualShare },
    ],
    sizes: [share, 100 - share],
    onSizeChange: ([size]) => {
      const next = Number(size);
      setShare(next);
      rememberShare(next);
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

/** The JSON view loads when it is first opened, since most people never open it. */
const JsonView = lazy(async () => ({
  default: (await import("#web/screens/mapping-rules/import-export/json-view.tsx")).JsonView,
}));
const VersionsPanel = lazy(async () => ({
  default: (await import("#web/screens/mapping-rules/versions/versions-panel.tsx")).VersionsPanel,
}));

/**
 * An open rule: its settings, its sentences with their tools, the results for the samples, and the save bar. The
 * editor stays mounted while another view is shown, so that its state is kept.
 */
export const RuleBuilder = () => {
  const view = useRuleView();
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
