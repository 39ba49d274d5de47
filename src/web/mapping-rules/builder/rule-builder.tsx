import "#web/ui/view-tabs.css";
import "./rule-builder.css";
import { Suspense, lazy } from "react";
import { RuleToolbar } from "#web/mapping-rules/row-commands/rule-toolbar.tsx";
import { PreviewPanel } from "#web/mapping-rules/preview/preview-panel.tsx";
import { RuleEditor } from "#web/mapping-rules/rows/rule-editor.tsx";
import { HeadForm } from "#web/mapping-rules/save/head-form.tsx";
import { SaveRuleBar } from "#web/mapping-rules/save/save-rule-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BuilderDesk } from "./builder-desk.tsx";
import { RuleViews, useRuleView } from "./rule-views.tsx";

/** The JSON view loads when it is first opened, since most people never open it. */
const JsonView = lazy(async () => ({
  default: (await import("#web/mapping-rules/json/json-view.tsx")).JsonView,
}));
const VersionsPanel = lazy(async () => ({
  default: (await import("#web/mapping-rules/save/versions-panel.tsx")).VersionsPanel,
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
      <SaveRuleBar />
    </div>
  );
};
