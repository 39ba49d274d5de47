import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { headKey } from "#rule-model/part.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import type { Wording } from "#rules/describe-operands.ts";
import {
  type ActionTrace,
  type GroupTrace,
  nearestGroups,
  type RuleTrace,
} from "#rules/trace-rule.ts";
import type { ConditionTrace } from "#rules/trace-condition.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import {
  MarkedSentence,
  wordingToRead,
} from "#web/screens/mapping-rules/rows/sentence-wording.tsx";
import { KeepTest } from "#web/screens/mapping-rules/tests/keep-test.tsx";
import { changesOfRecord, placeWords } from "./changed-cells.ts";
import { DiffValues } from "./part-mark.tsx";
import { findSamples, type Preview, type SampleRecord, sampleWords } from "./preview-session.ts";
import { ServiceCheck } from "./service-check.tsx";

/** More groups than people read through. */
const groupsAtOnce = 5;

const Failed = ({ group, wording }: { group: GroupTrace; wording: Wording }) => (
  <ul className="why-not__failed">
    {group.conditions
      .filter(({ holds }) => !holds)
      .map((condition, at) => (
        <li key={at}>
          <span>{condition.reason}</span>
          <span className="steps__below soft small">
            Required: <MarkedSentence text={describeCondition(condition.part, wording)} />
          </span>
        </li>
      ))}
  </ul>
);

/** The reasons why a rule does not hold for a record: the group with the fewest failed conditions first. */
const WhyNot = ({ trace, wording }: { trace: RuleTrace; wording: Wording }) => {
  const groups = nearestGroups(trace);
  if (groups.length === 0) return <p>{trace.reason}</p>;
  const several = trace.groups.length > 1;
  return (
    <div className="stack">
      {groups.slice(0, groupsAtOnce).map(({ group, place, lacking }) => (
        <div key={place}>
          {several && (
            <p className="why-not__group">
              Group {place}: {formatCount(lacking, "condition")} not met
            </p>
          )}
          {lacking === 0 ? (
            <p className="faint">{group.reason}</p>
          ) : (
            <Failed group={group} wording={wording} />
          )}
        </div>
      ))}
      {several && <p className="faint">The rule matches if all conditions of one group are met.</p>}
      {groups.length > groupsAtOnce && (
        <p className="faint">
          Groups with more unmet conditions are in the steps below:{" "}
          {formatQuantity(groups.length - groupsAtOnce)}.
        </p>
      )}
    </div>
  );
};

/** Longer lists are folded, so that a rule of thousands of conditions opens as fast as one of three. */
const openUpTo = 40;
const shownChanges = 20;

const Sign = ({ holds }: { holds: boolean }) => (
  <span className="steps__sign" data-holds={holds}>
    <span aria-hidden="true">{holds ? "✓" : "✗"}</span>
    <span className="visually-hidden">{holds ? "Met:" : "Not met:"}</span>
  </span>
);

const ConditionStep = ({ trace, wording }: { trace: ConditionTrace; wording: Wording }) => (
  <li className="steps__step">
    <Sign holds={trace.holds} />
    <div>
      <MarkedSentence text={describeCondition(trace.part, wording)} />
      <span className="steps__below faint small">{trace.reason}</span>
    </div>
  </li>
);

const GroupStep = ({
  trace,
  place,
  alone,
  wording,
}: {
  trace: GroupTrace;
  place: number;
  alone: boolean;
  wording: Wording;
}) => {
  const conditions = trace.conditions.map((condition, at) => (
    <ConditionStep key={at} trace={condition} wording={wording} />
  ));
  if (alone) return <ul className="steps__list">{conditions}</ul>;
  return (
    <details className="steps__group" open={trace.conditions.length <= openUpTo}>
      <summary>
        <Sign holds={trace.holds} /> {place > 1 ? "or group" : "Group"} {place}. {trace.reason}
      </summary>
      <ul className="steps__list">{conditions}</ul>
    </details>
  );
};

const ActionChanges = ({ trace }: { trace: ActionTrace }) => {
  if (trace.changes.length === 0)
    return (
      <span className="steps__below faint small">{trace.nothing ?? "It changed nothing."}</span>
    );
  return (
    <>
      {trace.changes.slice(0, shownChanges).map(({ element, before, after }) => (
        <span key={element} className="steps__below small">
          <DiffValues before={before} after={after} />
        </span>
      ))}
      {trace.changes.length > shownChanges && (
        <span className="steps__below faint small">
          And {formatCount(trace.changes.length - shownChanges, "more value")}.
        </span>
      )}
    </>
  );
};

const ActionStep = ({ trace, wording }: { trace: ActionTrace; wording: Wording }) => (
  <li className="steps__step">
    <span className="steps__sign" data-did={trace.changes.length > 0} aria-hidden="true">
      {trace.changes.length > 0 ? "→" : "–"}
    </span>
    <div>
      <MarkedSentence text={describeAction(trace.part, wording)} />
      <ActionChanges trace={trace} />
    </div>
  </li>
);

/** All steps of the record through the rule, top to bottom, in words. */
const RuleSteps = ({
  trace,
  wording,
  named,
}: {
  trace: RuleTrace;
  wording: Wording;
  /** False for the rule at the top, whose name is the page's heading. */
  named: boolean;
}) => (
  <div className="steps">
    {named && (
      <p>
        <Sign holds={trace.holds} />{" "}
        <strong>
          <bdi>{trace.part.name || "Unnamed rule"}</bdi>
        </strong>{" "}
        <span className="steps__below faint small">{trace.reason}</span>
      </p>
    )}
    {trace.groups.map((group, at) => (
      <GroupStep
        key={at}
        trace={group}
        place={at + 1}
        alone={trace.groups.length === 1 && group.conditions.length <= openUpTo}
        wording={wording}
      />
    ))}
    {trace.ran && trace.holds && trace.actions.length > 0 && (
      <ul className="steps__list">
        {trace.actions.map((action, at) => (
          <ActionStep key={at} trace={action} wording={wording} />
        ))}
      </ul>
    )}
    {trace.childRules.length > 0 && trace.holds && (
      <div className="steps__children">
        {trace.childRules.map((child, at) => (
          <RuleSteps key={at} trace={child} wording={wording} named />
        ))}
      </div>
    )}
    {!trace.holds && trace.ran && (
      <p className="faint small">Its actions and child rules didn't run.</p>
    )}
  </div>
);

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
          {selected.detail !== "" && <bdi className="steps__below soft">{selected.detail}</bdi>}
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
  if (cells.length === 0) return <p className="faint">The rule changes nothing in this record.</p>;
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

/** To how all rules of an event change the selected product. */
const LineageLink = ({ selected }: { selected: SampleRecord }) => {
  const { channelId } = useValue(usePreviewSession().choice);
  const [, id] = /^product (\d+)$/.exec(selected.key) ?? [];
  if (id === undefined || channelId === undefined) return null;
  return (
    <p>
      <Link
        to="/products/$id"
        params={{ id }}
        search={{ channel: String(channelId), view: "rules" }}
      >
        How all rules change this product
      </Link>
    </p>
  );
};

/** Whether the rule applies to the selected record, its result, and every step to it. */
export const OneRecord = () => {
  const builder = useBuilder();
  const preview = useDeferredValue(useValue(usePreviewSession().preview));
  if (!preview?.selected || !preview.traced?.trace)
    return <p className="faint">Steps appear as soon as a record is loaded.</p>;
  const { trace, matched } = preview.traced;
  const wording = wordingToRead(builder.wording(), builder.draft.size());
  return (
    <div className="stack">
      <RecordPicker preview={preview} selected={preview.selected} />
      <div className="one-record__verdict" data-holds={matched} aria-live="polite">
        <strong>
          {matched ? "The rule matches this record." : "The rule doesn't match this record."}
        </strong>{" "}
        {trace.reason}
      </div>
      <div className="row">
        <KeepTest preview={preview} selected={preview.selected} />
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
      <LineageLink selected={preview.selected} />
      <ServiceCheck preview={preview} ruleId={builder.draft.part(headKey, "head")?.data.id} />
    </div>
  );
};
