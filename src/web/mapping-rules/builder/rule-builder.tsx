import "./rule-builder.css";
import { HeadForm } from "#web/mapping-rules/save/head-form.tsx";
import { SaveRuleBar } from "#web/mapping-rules/save/save-rule-bar.tsx";
import { RuleToolbar } from "#web/mapping-rules/moves/rule-toolbar.tsx";
import { ProofPanel } from "#web/mapping-rules/proof/proof-panel.tsx";
import { RuleEditor } from "#web/mapping-rules/rows/rule-editor.tsx";
import type { Builder } from "./builder-context.ts";
import { BuilderContext } from "./builder-context.ts";

/** An open rule: what it is about, its sentences with their tools, what the samples say of it, and the way to save it. */
export const RuleBuilder = ({ builder }: { builder: Builder }) => (
  <BuilderContext value={builder}>
    <HeadForm />
    <div className="rule-builder">
      <section className="sheet rule-builder__rule" aria-label="What it does">
        <RuleToolbar />
        <RuleEditor />
      </section>
      <ProofPanel />
    </div>
    <SaveRuleBar />
  </BuilderContext>
);
