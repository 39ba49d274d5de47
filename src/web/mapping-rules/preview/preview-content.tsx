import { Button, Tabs, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { rootKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  usePart,
  usePreviewSession,
} from "#web/mapping-rules/editor/builder-context.ts";
import { withSearch } from "#web/ui/list-search.ts";
import { useValue } from "#web/ui/value-store.ts";
import { canAssume } from "./assumed-values.ts";
import { attachPreview } from "./attach-preview.ts";
import { DryRun } from "./dry-run.tsx";
import { MatchesList } from "./matches-list.tsx";
import { NeighboursList } from "./neighbours-list.tsx";
import { OneRecord } from "./one-record.tsx";
import { useMatchCount } from "./part-mark.tsx";
import { noAssumptions, type PreviewSession, type PreviewTab } from "./preview-session.ts";
import { sampleWords } from "./sample-record.ts";
import { SamplesBar } from "./samples-bar.tsx";
import "./preview-panel.css";

const AssumedValue = ({ field, session }: { field: RuleField; session: PreviewSession }) => {
  const choice = useValue(session.choice);
  const held = choice.assumed.get(field.id) ?? "";
  const [typed, type] = useState(held);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const assumed = new Map(choice.assumed);
    if (typed.trim() === "") assumed.delete(field.id);
    else assumed.set(field.id, typed);
    session.choice.set({ ...choice, assumed: assumed.size === 0 ? noAssumptions : assumed });
  };
  return (
    <form className="absent-fields__one" onSubmit={onSubmit}>
      <TextInput
        label={field.label}
        value={typed}
        placeholder={field.dataType === "number" ? "12.50, or {variant.price} * 0.6" : "A value"}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" size="xs" disabled={typed === held}>
        Use{" "}
      </Button>
    </form>
  );
};

const names = (fields: readonly RuleField[]): string => fields.map(({ label }) => label).join(", ");

/** The fields that the rule uses and no sample has, with a way to assume a value for them. */
export const AbsentFields = () => {
  const session = usePreviewSession();
  const { kind, assumed } = useValue(session.choice);
  const absent = useValue(session.preview)?.absent ?? [];
  if (absent.length === 0) return null;
  const fillable = absent.filter(canAssume);
  const open = absent.filter(({ id }) => !assumed.has(id));
  return (
    <details className="absent-fields" open={open.length > 0}>
      <summary>
        {open.length === 0
          ? `Using your test values for ${names(absent)}`
          : `No value for ${names(open)} in these ${sampleWords[kind].many}`}
      </summary>
      <p>
        The API doesn't send {absent.length === 1 ? "this field" : "these fields"}, so the test
        finds no value.
        {fillable.length > 0 && " Enter a test value (it isn't saved):"}
      </p>
      {fillable.map((field) => (
        <AssumedValue key={field.id} field={field} session={session} />
      ))}
    </details>
  );
};

const tabs: readonly { readonly tab: PreviewTab; readonly label: string }[] = [
  { tab: "record", label: "One record" },
  { tab: "matches", label: "Matches" },
  { tab: "changes", label: "Dry run" },
  { tab: "neighbours", label: "Other rules" },
];

const contents: Readonly<Record<PreviewTab, () => ReactNode>> = {
  record: () => <OneRecord />,
  matches: () => <MatchesList />,
  changes: () => <DryRun />,
  neighbours: () => <NeighboursList />,
};

const isTab = (value: string | null): value is PreviewTab => tabs.some(({ tab }) => tab === value);

/** The number of records the rule applies to, in one line. */
const Headline = () => {
  const matches = useMatchCount();
  const off = usePart(rootKey, "rule")?.data.enabled === false;
  if (matches === undefined) return null;
  return (
    <p className="preview__headline">
      {matches}
      {off && (
        <span className="preview__off">
          The rule is disabled. It is tested as if it were enabled.
        </span>
      )}
    </p>
  );
};

/** Lookups that cannot be tested, because their lines could not be read. */
const UnreadSets = () => {
  const builder = useBuilder();
  const unread = useValue(usePreviewSession().preview)?.unreadSets ?? [];
  const { mappingSetNames } = builder.workflow;
  if (unread.length === 0) return null;
  const names = unread.map((id) => mappingSetNames.get(id) ?? String(id)).join(", ");
  return (
    <p className="preview__headline preview__off">
      Couldn't load the items of mapping set {names}, so lookups there change nothing in this test.
    </p>
  );
};

/** Scrolls to the panel's content when it was opened from a row; on a small screen it is a view of its own. */
const useScrollOnOpening = (session: PreviewSession) => {
  const panel = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const openings = useValue(session.openings);
  const handled = useRef(openings);
  useEffect(() => {
    if (handled.current === openings) return;
    handled.current = openings;
    const hidden = panel.current?.offsetParent === null;
    const search = withSearch({ view: "try" });
    void Promise.resolve(hidden ? navigate({ to: ".", search }) : undefined).then(() =>
      requestAnimationFrame(() => panel.current?.focus()),
    );
  }, [openings, navigate]);
  return panel;
};

/** The rule's results on its samples: one record step by step, all matches, all changes, its neighbors. */
export const PreviewContent = () => {
  const builder = useBuilder();
  const session = usePreviewSession();
  useEffect(() => attachPreview(builder, session), [builder, session]);
  const { tab } = useValue(session.view);
  const panel = useScrollOnOpening(session);
  return (
    <>
      <SamplesBar />
      <Headline />
      <AbsentFields />
      <UnreadSets />
      <Tabs value={tab} onChange={(next) => isTab(next) && session.change({ tab: next })}>
        <Tabs.List aria-label="Test results">
          {tabs.map(({ tab: value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} ref={panel} className="preview__content" tabIndex={-1}>
          {contents[tab]()}
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
