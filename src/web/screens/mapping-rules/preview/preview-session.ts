import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { ColumnRun } from "#rules/column-run.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import type { TracedRule } from "#rules/run-columns.ts";
import type { Builder } from "#rule-model/draft/builder.ts";
import { headKey, type PartKey, rootKey } from "#rule-model/draft/part.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import type { SampleKind, SampleRecord } from "./sample-record.ts";

/**
 * The kind of records an event's rules run on, by the objects whose fields they may use; products where that is
 * unknown.
 */
export const findSampleKind = (
  { events, globalObjects }: Pick<WorkflowMetaData, "events" | "globalObjects">,
  eventId: number,
): SampleKind => {
  const ids = new Set(events.find(({ id }) => id === eventId)?.globalObjectIds);
  const handles = globalObjects.flatMap(({ id, handle }) => (ids.has(id) ? [handle] : []));
  return handles.some((handle) => handle.startsWith("purchase_order"))
    ? "purchase_order"
    : "product";
};

const key = "supercargo.preview.open";

/** Whether the test was open when this browser last showed a rule: then the next rule is tested at once. */
const previewWasOpen = (): boolean => {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
};

export const rememberPreviewOpen = (open: boolean): void => {
  try {
    if (open) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    return;
  }
};

/** Deletes the products that earlier versions kept to test on; the local copies of products replace them. Best effort. */
export const deleteOldSamples = (): void => {
  try {
    indexedDB.deleteDatabase("supercargo-samples");
  } catch {
    // A browser without storage has nothing to delete.
  }
};

/** Assumed values of fields that the samples lack: a value, or for numbers a formula, by the field's id. */
export type AssumedValues = ReadonlyMap<number, string>;
export const noAssumptions: AssumedValues = new Map();

/** The source of a rule's samples. */
export interface SampleChoice {
  readonly kind: SampleKind;
  readonly channelId: number | undefined;
  /** Pasted records, which replace those of the API. */
  readonly pasted: readonly SampleRecord[] | undefined;
  /** Values for fields that the samples lack. */
  readonly assumed: AssumedValues;
}

export type PreviewTab = "record" | "matches" | "changes" | "neighbours";

/** The state of the panel. */
interface PreviewView {
  /** False until the user opens the test; nothing is read before. */
  readonly open: boolean;
  readonly tab: PreviewTab;
  /** The part whose records are listed. */
  readonly listed: PartKey;
  readonly listedSide: "matching" | "others";
  /** The key of the selected record; undefined for an example. */
  readonly selectedKey: string | undefined;
}

/** The results of the last test, on all samples and on the selected one. */
export interface Preview {
  readonly rule: UpdateOrCreateMappingRule;
  readonly context: EvaluationContext;
  readonly samples: readonly SampleRecord[];
  readonly run: ColumnRun;
  /** Fields that the rule reads and no sample has. */
  readonly absent: readonly RuleField[];
  /** Mapping sets that the rule looks values up in and that could not be read. */
  readonly unreadSets: readonly number[];
  readonly selected: SampleRecord | undefined;
  readonly traced: TracedRule | undefined;
}

/** The state of one open rule's test, outside React. */
export interface PreviewSession {
  readonly choice: ValueStore<SampleChoice>;
  readonly view: ValueStore<PreviewView>;
  readonly preview: ValueStore<Preview | undefined>;
  readonly change: (change: Partial<PreviewView>) => void;
  /** Lists the records of a part, and shows the list. */
  readonly list: (part: PartKey) => void;
  /** Grows each time a row opens the panel. */
  readonly openings: ValueStore<number>;
}

/** Created once for each rule: its panel and the marks beside its rows share it. */
export const createPreviewSession = ({ workflow, draft }: Builder): PreviewSession => {
  const eventId = draft.part(headKey, "head")?.data.eventId ?? 0;
  const kind = findSampleKind(workflow.metaData, eventId);
  const view = createValueStore<PreviewView>({
    open: previewWasOpen(),
    tab: "record",
    listed: rootKey,
    listedSide: "matching",
    selectedKey: undefined,
  });
  const openings = createValueStore(0);
  const change = (changes: Partial<PreviewView>) => view.set({ ...view.get(), ...changes });
  return {
    choice: createValueStore<SampleChoice>({
      kind,
      channelId: lastChannel(),
      pasted: undefined,
      assumed: noAssumptions,
    }),
    view,
    preview: createValueStore<Preview | undefined>(undefined),
    change,
    list: (part) => {
      change({ tab: "matches", listed: part, listedSide: "matching" });
      openings.set(openings.get() + 1);
    },
    openings,
  };
};
