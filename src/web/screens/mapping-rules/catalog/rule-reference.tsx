import { TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import {
  type ActionHandle,
  actionHandles,
  type ComparatorHandle,
  comparatorHandles,
  type DataTypeHandle,
  dataTypeHandles,
} from "#contract/handles.ts";
import { typeWords } from "#rule-model/workflow.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { decidedTopics } from "#rules/decided-cases.ts";
import { actionExample, caseExample, comparatorExample } from "#rules/describe-example.ts";
import { foldText } from "#rules/fold-text.ts";
import { missingWords } from "#rules/value-words.ts";
import { operandKinds, type OperandSpec } from "#rules/operands.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import "./rule-reference.css";

/** One comparator or action in the reference; all of it comes from the engine's tables. */
interface ReferenceEntry {
  readonly handle: ComparatorHandle | ActionHandle;
  readonly kind: "comparator" | "action";
  readonly label: string;
  readonly explanation: string;
  /** Its sentence in a rule; `{field}` and `{1}` to `{4}` are places. */
  readonly sentence: string;
  readonly types: readonly DataTypeHandle[];
  readonly operands: readonly OperandSpec[];
  /** Operands of one type where they differ. */
  readonly operandsByType: readonly (readonly [DataTypeHandle, readonly OperandSpec[]])[];
  readonly missing: string;
  readonly notes: readonly string[];
  readonly example: string;
  /** All of its text in one folded form, for the search. */
  readonly text: string;
}

const searchable = (entry: Omit<ReferenceEntry, "text">): ReferenceEntry => {
  const types = entry.types.map((type) => `${type} ${typeWords(type, type)}`);
  const { handle, kind, label, explanation, sentence, notes } = entry;
  const words = [handle, handle.replaceAll("_", " "), kind, label, explanation, sentence];
  return { ...entry, text: foldText([...words, ...types, ...notes].join(" ")) };
};

const comparatorNotes = ({ preModifier, pick, usesOtherField }: Comparator) => [
  preModifier && "It can also be followed by a comparison of numbers, which then tests the count.",
  pick && "Conditions inside it test the value of that entry.",
  usesOtherField &&
    "If both fields belong to the same collection, each element is compared with its own value.",
];

const actionNotes = ({ picksEntry, formulaTypes, usesOtherField }: Action) => [
  formulaTypes &&
    "A formula can have numbers, fields in braces, + - * / and parentheses. Results are exact.",
  picksEntry && "Actions inside it change the value of that entry.",
  usesOtherField &&
    "Values are taken from the element itself, from all elements, or from those that met the conditions.",
];

const comparatorEntry = (handle: ComparatorHandle): ReferenceEntry => {
  const entry: Comparator = comparators[handle];
  const { label, explanation, operands, dataTypes: types } = entry;
  return searchable({
    handle,
    kind: "comparator",
    label,
    explanation,
    operands,
    types,
    sentence: `{field} ${entry.sentence}`,
    operandsByType: [],
    missing: missingWords(entry),
    notes: comparatorNotes(entry).filter((note) => typeof note === "string"),
    example: comparatorExample(entry),
  });
};

const actionEntry = (handle: ActionHandle): ReferenceEntry => {
  const entry: Action = actions[handle];
  const { label, explanation, sentence, operands, dataTypes: types, whenMissing } = entry;
  return searchable({
    handle,
    kind: "action",
    label,
    explanation,
    sentence,
    operands,
    types,
    operandsByType: dataTypeHandles.flatMap((type) => {
      const specs = entry.operandsByType?.[type];
      return specs ? [[type, specs] as const] : [];
    }),
    missing: whenMissing,
    notes: actionNotes(entry).filter((note) => typeof note === "string"),
    example: actionExample(entry),
  });
};

/** Every comparator and every action, in the API document's order (api 2.15). */
export const referenceEntries: readonly ReferenceEntry[] = [
  ...comparatorHandles.map(comparatorEntry),
  ...actionHandles.map(actionEntry),
];

/** The entries that contain every word of the search. */
export const entriesWith = (query: string): readonly ReferenceEntry[] => {
  const words = foldText(query).split(/\s+/);
  return referenceEntries.filter(({ text }) => words.every((word) => text.includes(word)));
};

/** The entries of a data type: its own, and those listed under another type that fit this one too. */
interface ReferenceSection {
  readonly type: DataTypeHandle;
  readonly title: string;
  readonly own: readonly ReferenceEntry[];
  readonly shared: readonly ReferenceEntry[];
}

/** Titles for types that share a name. */
const titles: Partial<Record<DataTypeHandle, string>> = {
  numeric_options: "Choice of numbers",
  string_options: "Choice of texts",
  category_copy: "Category, copied",
  category_in_list: "Category in a list",
};

/** Entries by data type; an entry for several is listed under its first. Types without entries are left out. */
export const toSections = (entries: readonly ReferenceEntry[]): readonly ReferenceSection[] =>
  dataTypeHandles
    .map((type) => ({
      type,
      title: titles[type] ?? typeWords(type, type),
      own: entries.filter(({ types }) => types[0] === type),
      shared: entries.filter(({ types }) => types.indexOf(type) > 0),
    }))
    .filter(({ own, shared }) => own.length + shared.length > 0);

const nameOperand = (spec: OperandSpec | undefined): string =>
  spec?.kind === "field" ? "Other field" : (spec?.label ?? "");

/** The sentence with its places named: “Field contains Text, any case”. */
const Sentence = ({ entry }: { entry: ReferenceEntry }) => (
  <span>
    {entry.sentence.split(/(\{(?:field|[1-4])\})/).map((part, at) => {
      const place = /^\{(field|[1-4])\}$/.exec(part)?.[1];
      const name =
        place === "field" ? "Field" : place && nameOperand(entry.operands[Number(place) - 1]);
      // The parts of a constant sentence never change places.
      return name ? <var key={`${at}${part}`}>{name}</var> : part;
    })}
  </span>
);

const Operands = ({ specs }: { specs: readonly OperandSpec[] }) => (
  <ul>
    {specs.map(({ kind, label, whenEmpty, usable }) => (
      <li key={label}>
        <var>{nameOperand({ kind, label })}</var>: {usable?.noun ?? operandKinds[kind].words}
        {whenEmpty !== undefined && <span className="faint">; if empty: {whenEmpty}</span>}
      </li>
    ))}
  </ul>
);

const ReferenceEntryView = ({
  entry,
  pointedAt,
}: {
  entry: ReferenceEntry;
  /** True where the address names it. */
  pointedAt: boolean;
}) => {
  const { handle, label, explanation, operands, operandsByType, missing, notes, types } = entry;
  return (
    <article
      className="reference__entry"
      id={handle}
      aria-labelledby={`${handle}-name`}
      aria-current={pointedAt || undefined}
    >
      <header>
        <h4 id={`${handle}-name`}>{label}</h4>
        <a className="reference__handle small" href={`#${handle}`} title="Link to this entry">
          <code>{handle}</code>
        </a>
      </header>
      <div className="reference__facts">
        <p>{explanation}</p>
        <p className="reference__reads">
          <Sentence entry={entry} />
        </p>
        <dl>
          {operands.length > 0 && (
            <div>
              <dt>Takes</dt>
              <dd>
                <Operands specs={operands} />
                {operandsByType.map(([type, specs]) => (
                  <div key={type}>
                    <span className="faint">For {typeWords(type, type).toLowerCase()}:</span>
                    <Operands specs={specs} />
                  </div>
                ))}
              </dd>
            </div>
          )}
          <div>
            <dt>Missing value</dt>
            <dd>{missing}</dd>
          </div>
          {notes.length > 0 && (
            <div>
              <dt>Notes</dt>
              <dd>{notes.join(" ")}</dd>
            </div>
          )}
          <div>
            <dt>Example</dt>
            <dd>{entry.example}</dd>
          </div>
          {types.length > 1 && (
            <div>
              <dt>Fields of</dt>
              <dd>{[...new Set(types.map((type) => typeWords(type, type)))].join(", ")}</dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  );
};

const kinds = [
  { kind: "comparator", title: "Conditions" },
  { kind: "action", title: "Actions" },
] as const;

/** Links to entries that are listed under another type. */
const Shared = ({ entries }: { entries: readonly ReferenceEntry[] }) => (
  <p className="reference__shared small">
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
      lead="All comparisons and actions, by type of field. Every example was produced by the engine that runs your rules."
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
