import { useDeferredValue, useState } from "react";
import type { UpdateOrCreateWorkflowRule } from "#contract/mapping-rule-request.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { useBuilder, useHistory } from "#web/mapping-rules/builder/builder-context.ts";
import { rootKey } from "#rule-model/draft/part.ts";
import { useEditorWording } from "./editor-wording.ts";

/** The rule as one paragraph, updated in a deferred render, so that typing never waits for it. */
const Paragraph = () => {
  const { trees } = useBuilder();
  const { version } = useHistory();
  const wording = useEditorWording();
  const settled = useDeferredValue(version);
  const tree = settled >= 0 ? (trees.treeOf(rootKey) as UpdateOrCreateWorkflowRule) : undefined;
  return <p>{tree && ruleParagraph(describeRule(tree, wording))}</p>;
};

/** The whole rule in plain words, computed only while it is shown. */
export const InWords = () => {
  const [open, setOpen] = useState(false);
  return (
    <details className="rule-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>In words</summary>
      {open && <Paragraph />}
    </details>
  );
};
