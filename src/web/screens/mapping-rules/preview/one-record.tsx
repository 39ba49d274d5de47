import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { headKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { wordingToRead } from "#web/screens/mapping-rules/sentence/sentence-wording.tsx";
import { formatCount } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { changesOfRecord, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./diff-values.tsx";
import type { Preview } from "./preview-session.ts";
import { RuleSteps, WhyNot } from "./rule-steps.tsx";
import { findSamples, type SampleRecord, sampleWords } from "./sample-record.ts";
import { ServiceCheck } from "./service-check.tsx";
import "./one-record.css";

const listedAtOnce = 8;

/** The selected record, the ones beside it, and a search for another. */
const RecordPicker = ({ preview, selected }: { preview: Preview; selected: SampleRecord }) => {
  const session = usePreviewSession();
  const { kind } = useValue(session.choice);
  const [typed, type] = useState("");
  const id = useId();
  const at = preview.samples.indexOf(selected);
  const select = (sample: SampleRecord | undefined) => {
    if (!sample) return;
    type("");
    session.change({ selectedKey: sample.key });
  };
  const found = typed.trim() === "" ? [] : findSamples(preview.samples, typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      select(found[0]);
    }
    if (event.key === "Escape" && typed !== "") {
      event.stopPropagation();
      type("");
    }
  };
  return (
    <div className="record-picker">
      <div className="record-picker__one">
        <div>
          <strong>
            <bdi>{selected.name}</bdi>
          </strong>
          {selected.detail !== "" && <bdi className="record-picker__detail">{selected.detail}</bdi>}
        </div>
        <div className="row">
          <Button size="xs" disabled={at <= 0} onClick={() => select(preview.samples[at - 1])}>
            Previous
          </Button>
          <Button
            size="xs"
            disabled={at < 0 || at >= preview.samples.length - 1}
            onClick={() => select(preview.samples[at + 1])}
          >
            Next
          </Button>
        </div>
      </div>
      <TextInput
        type="search"
        aria-label={`Find a record by ${sampleWords[kind].find}`}
        placeholder={`Find a record by ${sampleWords[kind].find}`}
        value={typed}
        autoComplete="off"
        attributes={{ input: { "aria-describedby": `${id}-found` } }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-found`} role="status" className="record-picker__found faint small">
        {typed.trim() !== "" &&
          (found.length === 0
            ? "No matches in the loaded records."
            : `${formatCount(found.length, "match", "matches")}. Press Enter for the first.`)}
      </p>
      {found.length > 0 && (
        <ul className="record-picker__list">
          {found.slice(0, listedAtOnce).map((sample) => (
            <li key={sample.key}>
              <UnstyledButton onClick={() => select(sample)}>
                <bdi>{sample.name}</bdi> <bdi className="faint">{sample.detail}</bdi>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const Changes = ({ preview }: { preview: Preview }) => {
  const cells = useMemo(() => changesOfRecord(preview), [preview]);
  if (cells.length === 0)
    return <p className="preview__none">The rule changes nothing in this record.</p>;
  return (
    <ul className="one-record__changes">
      {cells.map((cell, at) => (
        <li key={at}>
          <span className="faint small">{placeWords(cell, preview.selected)}</span>
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
  const { trace, matched } = preview.traced;
  const wording = wordingToRead(builder.wording(), builder.draft.size());
  return (
    <div className="stack one-record">
      <RecordPicker preview={preview} selected={preview.selected} />
      <div className="one-record__verdict" data-holds={matched} aria-live="polite">
        <strong>
          {matched ? "The rule matches this record." : "The rule doesn't match this record."}
        </strong>{" "}
        {trace.reason}
      </div>
      {matched ? (
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
      <details className="one-record__steps" open={matched}>
        <summary>
          <h3>All steps</h3>
        </summary>
        <RuleSteps trace={trace} wording={wording} named={false} />
      </details>
      <ServiceCheck preview={preview} ruleId={builder.draft.part(headKey, "head")?.data.id} />
    </div>
  );
};
