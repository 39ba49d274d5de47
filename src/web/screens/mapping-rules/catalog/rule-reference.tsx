import "./rule-reference.css";
import { TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decidedTopics } from "#rules/decided-cases.ts";
import { caseExample } from "#rules/describe-example.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import {
  type ReferenceEntry,
  type ReferenceSection,
  entriesWith,
  referenceEntries,
  toSections,
} from "./reference-entries.ts";
import { ReferenceEntryView } from "./reference-entry.tsx";

const kinds = [
  { kind: "comparator", title: "Conditions" },
  { kind: "action", title: "Actions" },
] as const;

/** Links to entries that are listed under another type. */
const Shared = ({ entries }: { entries: readonly ReferenceEntry[] }) => (
  <p className="reference__shared">
    <span className="faint">Also: </span>
    {entries.map(({ handle, label }, at) => (
      <span key={handle}>
        {at > 0 && ", "}
        <a href={`#${handle}`}>{label}</a>
      </span>
    ))}
  </p>
);

const Kind = ({
  title,
  own,
  shared,
  pointedAt,
}: {
  title: string;
  own: readonly ReferenceEntry[];
  shared: readonly ReferenceEntry[];
  pointedAt: string;
}) =>
  own.length + shared.length > 0 && (
    <>
      <h3>{title}</h3>
      {own.map((entry) => (
        <ReferenceEntryView
          key={entry.handle}
          entry={entry}
          pointedAt={entry.handle === pointedAt}
        />
      ))}
      {shared.length > 0 && <Shared entries={shared} />}
    </>
  );

const Section = ({
  section: { type, title, own, shared },
  pointedAt,
}: {
  section: ReferenceSection;
  pointedAt: string;
}) => (
  <section className="sheet reference__section" id={`type-${type}`} aria-label={title}>
    <div className="sheet__head">
      <h2>{title}</h2>
      <code className="sheet__note">{type}</code>
    </div>
    {kinds.map(({ kind, title: heading }) => (
      <Kind
        key={kind}
        title={heading}
        own={own.filter((entry) => entry.kind === kind)}
        shared={shared.filter((entry) => entry.kind === kind)}
        pointedAt={pointedAt}
      />
    ))}
  </section>
);

/** What holds for every comparator and action. */
const Decisions = () => (
  <Sheet title="How rules read and change values">
    <div className="reference__ways">
      {decidedTopics.map(({ title, cases }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {cases.map((one) => (
              <li key={one.text}>
                {one.text} <span className="faint">{caseExample(one)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </Sheet>
);

/** The entry that the address names. It renders after the browser has already tried to scroll to it. */
const useAddressedEntry = (): string => {
  const id = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return id;
};

/** Every comparator and every action, from the same tables that the rules run on. */
export const RuleReference = () => {
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const found = useMemo(() => entriesWith(wanted), [wanted]);
  const sections = useMemo(() => toSections(found), [found]);
  const pointedAt = useAddressedEntry();
  return (
    <Screen
      title="Rule reference"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      lead="All comparators and actions, by type of field. Every example was produced by the engine that runs your rules."
    >
      <div className="reference">
        <div className="reference__side">
          <TextInput
            type="search"
            aria-label="Search the reference"
            placeholder="Search, such as “contains”"
            aria-keyshortcuts="/"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p className="faint" role="status">
            {found.length === referenceEntries.length
              ? `${found.length} entries`
              : `${found.length} of ${referenceEntries.length} entries`}
          </p>
          <nav aria-label="Types of field">
            <ul>
              {sections.map(({ type, title }) => (
                <li key={type}>
                  <a href={`#type-${type}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="reference__sections">
          {wanted.trim() === "" && <Decisions />}
          {sections.map((section) => (
            <Section key={section.type} section={section} pointedAt={pointedAt} />
          ))}
          {sections.length === 0 && (
            <p>
              No matches. Try a word such as “contains”, “empty” or “percent”, or a type of field.
            </p>
          )}
        </div>
      </div>
    </Screen>
  );
};
