import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { counted } from "#web/ui/format.ts";
import { useValue } from "#web/ui/value-store.ts";
import type { Proof } from "./proof-session.ts";
import { proofSessionOf } from "./proof-session.ts";
import type { SampleRecord } from "./sample-record.ts";
import { findSamples, sampleWords } from "./sample-record.ts";

const listedAtOnce = 8;

/** The record looked at, the ones beside it, and a search for another. */
export const RecordPicker = ({ proof, looked }: { proof: Proof; looked: SampleRecord }) => {
  const session = proofSessionOf(useBuilder());
  const { kind } = useValue(session.choice);
  const [typed, type] = useState("");
  const id = useId();
  const at = proof.samples.indexOf(looked);
  const look = (sample: SampleRecord | undefined) => {
    if (!sample) return;
    type("");
    session.change({ look: sample.key });
  };
  const found = typed.trim() === "" ? [] : findSamples(proof.samples, typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      look(found[0]);
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
            <bdi>{looked.name}</bdi>
          </strong>
          {looked.detail !== "" && <bdi className="record-picker__detail">{looked.detail}</bdi>}
        </div>
        <div className="row">
          <Button size="xs" disabled={at <= 0} onClick={() => look(proof.samples[at - 1])}>
            Previous
          </Button>
          <Button
            size="xs"
            disabled={at < 0 || at >= proof.samples.length - 1}
            onClick={() => look(proof.samples[at + 1])}
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
              <UnstyledButton onClick={() => look(sample)}>
                <bdi>{sample.name}</bdi> <bdi className="faint">{sample.detail}</bdi>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
