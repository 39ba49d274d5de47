import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { counted } from "#web/ui/format.ts";
import { useValue } from "#web/ui/value-store.ts";
import type { Preview } from "./preview-session.ts";
import type { SampleRecord } from "./sample-record.ts";
import { findSamples, sampleWords } from "./sample-record.ts";

const listedAtOnce = 8;

/** The selected record, the ones beside it, and a search for another. */
export const RecordPicker = ({
  preview,
  selected,
}: {
  preview: Preview;
  selected: SampleRecord;
}) => {
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
      <p id={`${id}-found`} role="status" className="record-picker__found">
        {typed.trim() !== "" &&
          (found.length === 0
            ? "No matches in the loaded records."
            : `${counted(found.length, "match", "matches")}. Press Enter for the first.`)}
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
