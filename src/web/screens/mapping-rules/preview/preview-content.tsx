import { Button, Tabs, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { Builder } from "#rule-model/builder.ts";
import type { Tree } from "#rule-model/draft-rule.ts";
import { type PartKey, rootKey } from "#rule-model/part.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { withSearch } from "#web/base/list-search.ts";
import { useValue } from "#web/base/value-store.ts";
import type { Column } from "#web/kit/columns.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Table } from "#web/kit/table.tsx";
import { RowButton } from "#web/records/row-link.tsx";
import {
  useBuilder,
  useHistory,
  usePart,
  usePreviewSession,
  useRuleTests,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { TestsTab } from "#web/screens/mapping-rules/tests/tests-tab.tsx";
import { assumedFault, canAssume, whyUnfilled } from "./assumed-values.ts";
import { attachPreview } from "./attach-preview.ts";
import { DryRun } from "./dry-run.tsx";
import { OneRecord } from "./one-record.tsx";
import { useMatchCount } from "./part-mark.tsx";
import {
  noAssumptions,
  type Preview,
  type PreviewSession,
  type PreviewTab,
  type SampleRecord,
  sampleWords,
} from "./preview-session.ts";
import { findNeighbours, type Neighbour } from "./rule-neighbours.ts";
import { SamplesBar } from "./samples-bar.tsx";
import { useAddressedProduct } from "./use-addressed-product.ts";

/** The relations between a neighbor and this rule, from this rule's point of view. */
const relations = ({ runs, passes, shares, loses, enabled }: Neighbour) => {
  const before = runs === "before";
  const one = (tone: "bad" | "calm", text: string) => ({ tone: enabled ? tone : "calm", text });
  return [
    ...(loses.length > 0
      ? [
          one(
            "bad",
            before
              ? `Sets ${names(loses)}. If both rules match, this rule replaces the value.`
              : `Sets ${names(loses)} again. If both rules match, it replaces the value of this rule.`,
          ),
        ]
      : []),
    ...(shares.length > 0
      ? [
          one(
            "calm",
            before
              ? `Sets ${names(shares)}. This rule continues with that value.`
              : `Continues with this rule's value of ${names(shares)}.`,
          ),
        ]
      : []),
    ...(passes.length > 0
      ? [
          one(
            "calm",
            before
              ? `Sets ${names(passes)}, which this rule uses.`
              : `Uses ${names(passes)}, which this rule sets.`,
          ),
        ]
      : []),
  ];
};

const NeighbourRow = ({ neighbour }: { neighbour: Neighbour }) => {
  const { rule, enabled } = neighbour;
  return (
    <li className="neighbours__rule">
      <div className="row">
        <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
          <bdi>{rule.name || `Mapping rule ${rule.id}`}</bdi>
        </Link>
        {!enabled && <StatusBadge label="Disabled" tone="still" />}
      </div>
      {relations(neighbour).map(({ tone, text }) => (
        <p key={text} data-tone={tone}>
          {tone === "bad" && <strong>Overwrites </strong>}
          {text}
        </p>
      ))}
    </li>
  );
};

const Side = ({ title, list }: { title: string; list: readonly Neighbour[] }) =>
  list.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className="neighbours">
        {list.map((neighbour) => (
          <NeighbourRow key={neighbour.rule.id} neighbour={neighbour} />
        ))}
      </ul>
    </section>
  );

const useNeighbours = () => {
  const builder = useBuilder();
  const query = useQuery(mappingRuleList());
  const version = useDeferredValue(useHistory().version);
  const siblings = query.data?.value;
  const found = useMemo(
    () =>
      // The trees read the draft themselves; `version` only causes the update.
      version >= 0 && siblings
        ? findNeighbours(builder.trees.mappingRule(), siblings, builder.workflow.catalogue)
        : undefined,
    [builder, siblings, version],
  );
  return { query, found, saved: Boolean(builder.trees.mappingRule().id) };
};

/** The rule's place among those of its event: which ones read or set the fields that it reads or sets. */
const NeighboursList = () => {
  const { query, found, saved } = useNeighbours();
  if (!useServed(mappingRuleOperations.listMappingRules))
    return <p className="faint">The service doesn't list rules, so their order can't be shown.</p>;
  if (query.isPending) return <p className="faint">Loading other rules…</p>;
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const list = found ?? [];
  const lost = list.filter(({ enabled, loses }) => enabled && loses.length > 0);
  return (
    <div className="stack">
      <p>
        {list.length === 0
          ? "No other rule of this event uses or sets the fields of this rule."
          : `${formatCount(list.length, "rule")} of this event ${list.length === 1 ? "has" : "have"} a field in common with this rule.`}
        {lost.length > 0 &&
          ` ${formatCount(lost.length, "overwrite")} possible when both rules match a record.`}
        {!saved && " A new rule runs after all others."}
      </p>
      <Side title="Run before this rule" list={list.filter(({ runs }) => runs === "before")} />
      <Side title="Run after this rule" list={list.filter(({ runs }) => runs === "after")} />
    </div>
  );
};

/** The indexes of the records that a part holds for (or that an action changes), and of the others. */
interface ListedRecords {
  readonly matching: readonly number[];
  readonly others: readonly number[];
}

const listedRecords = (verdicts: Uint8Array): ListedRecords => {
  const [matching, others]: [number[], number[]] = [[], []];
  for (const [at, verdict] of verdicts.entries()) (verdict === 0 ? others : matching).push(at);
  return { matching, others };
};

/** The name of the part whose records are listed. */
const partWords = (builder: Builder, key: PartKey): string => {
  const part = builder.draft.get(key);
  const tree = builder.trees.buildTree(key);
  const wording = builder.wording();
  if (part?.kind === "condition") return describeCondition(tree as Tree<"condition">, wording);
  if (part?.kind === "action") return describeAction(tree as Tree<"action">, wording);
  if (part?.kind === "group") return "Group of conditions";
  if (key === rootKey) return "Whole rule";
  return part?.kind === "rule" ? part.data.name || "Unnamed rule" : "";
};

const recordColumns = (onLook: (key: string) => void): readonly Column<SampleRecord>[] => [
  {
    id: "record",
    header: "Record",
    width: 200,
    main: true,
    value: ({ name }) => name,
    cell: ({ name, detail, key }) => (
      <RowButton className="matches__row" title="Show this record" onClick={() => onLook(key)}>
        <bdi className="truncate">{name}</bdi>
        <bdi className="faint small truncate">{detail}</bdi>
      </RowButton>
    ),
  },
];

/** The samples at these indexes that the search finds. */
const useFound = (
  samples: readonly SampleRecord[],
  places: readonly number[],
  typed: string,
): SampleRecord[] =>
  useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    return places
      .map((at) => samples[at])
      .filter((sample) => sample !== undefined)
      .filter(({ terms }) => terms.includes(wanted));
  }, [samples, places, typed]);

const none: readonly number[] = [];

const sides = {
  action: { matching: "Changed", others: "Not changed" },
  other: { matching: "Matching", others: "Not matching" },
} as const;

const Listed = ({
  preview,
  partKey,
  part,
}: {
  preview: Preview;
  partKey: PartKey;
  part: object;
}) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const { listedSide } = useValue(session.view);
  const { kind } = useValue(session.choice);
  const [typed, type] = useState("");
  const isAction = builder.draft.get(partKey)?.kind === "action";
  const verdicts = isAction ? preview.run.changed(part) : preview.run.bits(part);
  const records = useMemo(() => verdicts && listedRecords(verdicts), [verdicts]);
  const columns = useMemo(
    () => recordColumns((selectedKey) => session.change({ tab: "record", selectedKey })),
    [session],
  );
  const found = useFound(preview.samples, records?.[listedSide] ?? none, typed);
  if (!records) return <p className="faint">This part has no result for these records.</p>;
  const words = sides[isAction ? "action" : "other"];
  const label = words[listedSide];
  return (
    <Tabs
      value={listedSide}
      onChange={(side) => session.change({ listedSide: side === "others" ? side : "matching" })}
    >
      <Tabs.List aria-label="Which records">
        {(["matching", "others"] as const).map((side) => (
          <Tabs.Tab key={side} value={side}>
            {`${words[side]} ${formatQuantity(records[side].length)}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={listedSide} className="stack">
        <TextInput
          type="search"
          aria-label={`Search by ${sampleWords[kind].find}`}
          placeholder={`Search by ${sampleWords[kind].find}`}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {found.length === 0 ? (
          <p className="faint" role="status">
            {typed.trim() === "" ? "No records." : "No matches."}
          </p>
        ) : (
          <Table
            label={label}
            columns={columns}
            count={found.length}
            rowAt={(index) => found[index]}
            cards={false}
            bounded
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
};

/** The records that the rule, or one part of it, holds for, and those it does not hold for. */
const MatchesList = () => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const { listed } = useValue(session.view);
  const preview = useDeferredValue(useValue(session.preview));
  const key = builder.draft.get(listed) ? listed : rootKey;
  const part = key === rootKey ? preview?.rule.rule : builder.trees.buildTree(key);
  if (!preview || !part) return <p className="faint">Records appear as soon as they are loaded.</p>;
  return (
    <div className="stack">
      <div className="matches__part">
        <p>{partWords(builder, key)}</p>
        {key !== rootKey && (
          <Button size="xs" onClick={() => session.change({ listed: rootKey })}>
            Show whole rule
          </Button>
        )}
      </div>
      <Listed key={key} preview={preview} partKey={key} part={part} />
    </div>
  );
};

interface AssumedValueProps {
  field: RuleField;
  /** Why the value in use gives the samples none. */
  unfilled: string | undefined;
}

const AssumedValue = ({ field, unfilled }: AssumedValueProps) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const choice = useValue(session.choice);
  const held = choice.assumed.get(field.id) ?? "";
  const [typed, type] = useState(held);
  /** The text that was refused, while it is in the field. */
  const [refused, refuse] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const fault = assumedFault(builder, field, typed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== undefined) {
      refuse(typed);
      input.current?.focus();
      return;
    }
    const assumed = new Map(choice.assumed);
    if (typed.trim() === "") assumed.delete(field.id);
    else assumed.set(field.id, typed);
    session.choice.set({ ...choice, assumed: assumed.size === 0 ? noAssumptions : assumed });
  };
  return (
    <form className="absent-fields__one" onSubmit={onSubmit}>
      <TextInput
        ref={input}
        label={field.label}
        value={typed}
        placeholder={field.dataType === "number" ? "12.50, or {variant.price} * 0.6" : "A value"}
        error={typed === held ? unfilled : typed === refused && fault}
        // The button stays beside the input.
        inputWrapperOrder={["label", "error", "input"]}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" size="xs" disabled={typed === held}>
        Use
      </Button>
    </form>
  );
};

const names = (fields: readonly RuleField[]): string => fields.map(({ label }) => label).join(", ");

/** The fields that the rule uses and no sample has, with a way to assume a value for them. */
export const AbsentFields = () => {
  const session = usePreviewSession();
  const { kind, assumed } = useValue(session.choice);
  const preview = useValue(session.preview);
  const unfilled = useMemo(
    () => (preview ? whyUnfilled(preview.samples, assumed, preview.context) : noAssumptions),
    [preview, assumed],
  );
  const absent = preview?.absent ?? [];
  if (absent.length === 0) return null;
  const fillable = absent.filter(canAssume);
  const open = absent.filter(({ id }) => !assumed.has(id) || unfilled.has(id));
  return (
    <details className="absent-fields" open={open.length > 0}>
      <summary>
        {open.length === 0
          ? `Using your test values for ${names(absent)}`
          : `No value for ${names(open)} in these ${sampleWords[kind].many}`}
      </summary>
      <p>
        The service doesn't send {absent.length === 1 ? "this field" : "these fields"}, so the test
        finds no value.
        {fillable.length > 0 && " Enter a test value (it isn't saved):"}
      </p>
      {fillable.map((field) => (
        <AssumedValue key={field.id} field={field} unfilled={unfilled.get(field.id)} />
      ))}
    </details>
  );
};

const tabs: readonly { readonly tab: PreviewTab; readonly label: string }[] = [
  { tab: "record", label: "One record" },
  { tab: "matches", label: "Matches" },
  { tab: "changes", label: "Dry run" },
  { tab: "tests", label: "Tests" },
  { tab: "neighbours", label: "Other rules" },
];

/** “5 of 6”, once the rule's tests have run. */
const TestsCount = () => {
  const results = useValue(useRuleTests())?.tested.results ?? [];
  if (results.length === 0) return null;
  const passing = results.filter(({ passes }) => passes).length;
  return (
    <span className="preview__tests" data-fails={passing < results.length || undefined}>
      {formatQuantity(passing)} of {formatQuantity(results.length)}{" "}
      <span className="visually-hidden">pass</span>
    </span>
  );
};

const contents: Readonly<Record<PreviewTab, () => ReactNode>> = {
  record: () => <OneRecord />,
  matches: () => <MatchesList />,
  changes: () => <DryRun />,
  tests: () => <TestsTab />,
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
  useAddressedProduct();
  useEffect(() => attachPreview(builder, session), [builder, session]);
  const { tab } = useValue(session.view);
  const panel = useScrollOnOpening(session);
  return (
    <>
      <SamplesBar />
      <Headline />
      <AbsentFields />
      <UnreadSets />
      <Tabs
        className="preview__tabs"
        value={tab}
        onChange={(next) => isTab(next) && session.change({ tab: next })}
      >
        <Tabs.List aria-label="Test results">
          {tabs.map(({ tab: value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label} {value === "tests" && <TestsCount />}
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
