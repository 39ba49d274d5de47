import "./one-record.css";
import { useDeferredValue, useMemo } from "react";
import { headKey } from "#rule-model/draft/part.ts";
import { useBuilder, usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { wordingToRead } from "#web/mapping-rules/rows/marked-words.ts";
import { useValue } from "#web/ui/value-store.ts";
import { changesOfRecord, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import type { Preview } from "./preview-session.ts";
import { RecordPicker } from "./record-picker.tsx";
import { RuleSteps } from "./rule-steps.tsx";
import { ServiceCheck } from "./service-check.tsx";
import { WhyNot } from "./why-not.tsx";

const Changes = ({ preview }: { preview: Preview }) => {
  const cells = useMemo(() => changesOfRecord(preview), [preview]);
  if (cells.length === 0)
    return <p className="preview__none">The rule changes nothing in this record.</p>;
  return (
    <ul className="one-record__changes">
      {cells.map((cell, at) => (
        <li key={at}>
          <span className="one-record__field">{placeWords(cell, preview.selected)}</span>
          <DiffValues before={cell.before} after={cell.after} />
        </li>
      ))}
    </ul>
  );
};

/** Whether the rule applies to the selected record, its result, and every step to it. */
export const OneRecord = () => {
  const builder = useBuilder();
  const preview = useDeferredValue(useValue(usePreviewSession().preview));
  if (!preview?.selected || !preview.traced?.trace)
    return <p className="preview__none">Steps appear as soon as a record is loaded.</p>;
  const { trace, result } = preview.traced;
  const wording = wordingToRead(builder.wording(), builder.draft.size());
  return (
    <div className="stack one-record">
      <RecordPicker preview={preview} selected={preview.selected} />
      <div className="one-record__verdict" data-holds={result.matched} aria-live="polite">
        <strong>
          {result.matched ? "The rule matches this record." : "The rule doesn't match this record."}
        </strong>{" "}
        {trace.reason}
      </div>
      {result.matched ? (
        <section>
          <h3>Changes</h3>
          <Changes preview={preview} />
        </section>
      ) : (
        <section>
          <h3>Why it doesn't match</h3>
          <WhyNot trace={trace} wording={wording} />
        </section>
      )}
      <details className="one-record__steps" open={result.matched}>
        <summary>
          <h3>All steps</h3>
        </summary>
        <RuleSteps trace={trace} wording={wording} named={false} />
      </details>
      <ServiceCheck preview={preview} ruleId={builder.draft.part(headKey, "head")?.data.id} />
    </div>
  );
};
