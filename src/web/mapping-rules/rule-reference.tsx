import "./rule-reference.css";
import { TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import type { ReferenceEntry, ReferenceSection } from "./reference/reference-entries.ts";
import { entriesWith, referenceEntries, sectionsOf } from "./reference/reference-entries.ts";
import { ReferenceEntryView } from "./reference/reference-entry.tsx";

const kinds = [
  { kind: "comparator", title: "What a condition can ask" },
  { kind: "action", title: "What an action can do" },
] as const;

/** Links to what is told under another type. */
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

/** How values are read, whatever is asked of them. */
const Ways = () => (
  <Sheet title="What holds for all">
    <ul className="reference__ways">
      <li>
        Of a list, or of several elements such as variants, a condition holds when one entry meets
        it, or with “every” when all do. Actions change each entry by itself.
      </li>
      <li>
        “Any case” takes É and é, ß and SS for the same; an accent counts as part of its letter,
        however it was typed.
      </li>
      <li>Arithmetic is exact: 0.1 + 0.2 is 0.3. A price that came as text stays text.</li>
      <li>A date without a time zone is UTC. “Now” is the moment at which the rule runs.</li>
      <li>An action that cannot do its work leaves the value as it is.</li>
    </ul>
  </Sheet>
);

/** The entry that the address names. It is there only now: the browser has looked for it before. */
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
  const sections = useMemo(() => sectionsOf(found), [found]);
  const pointedAt = useAddressedEntry();
  return (
    <Screen
      title="Rule reference"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      lead="Everything a condition can ask and an action can do, by the kind of field it is for. Each example has been run by the engine that runs your rules."
    >
      <div className="reference">
        <div className="reference__side">
          <TextInput
            type="search"
            aria-label="Search the reference"
            placeholder="Search: contains…"
            aria-keyshortcuts="/"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p className="faint" role="status">
            {found.length === referenceEntries.length
              ? `${found.length} entries`
              : `${found.length} of ${referenceEntries.length} entries`}
          </p>
          <nav aria-label="Kinds of field">
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
          {wanted.trim() === "" && <Ways />}
          {sections.map((section) => (
            <Section key={section.type} section={section} pointedAt={pointedAt} />
          ))}
          {sections.length === 0 && (
            <p>
              Nothing is called that. Try a word such as “contains”, “empty” or “percent”, or a kind
              of field.
            </p>
          )}
        </div>
      </div>
    </Screen>
  );
};
