import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { MappingSet } from "#contract/mapping-sets.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import {
  collectWorkflow,
  createWorkflow,
  type Workflow,
  type WorkflowSource,
} from "#rule-model/workflow.ts";
import { mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";
import type { WholeList } from "#web/api/whole-list.ts";
import { rememberMany } from "#web/base/remember-many.ts";
import { rememberedRules } from "#web/screens/mapping-rules/list/rule-memory.ts";

/**
 * The last value that was not undefined. An open rule holds what it was opened with: data that are loading again, or
 * whose reload failed, would otherwise close it, and its undo steps would be lost.
 */
export const useLast = <T>(now: T | undefined): T | undefined => {
  const [last, setLast] = useState(now);
  if (now !== undefined && now !== last) setLast(now);
  return now ?? last;
};

/** A catalogue from a file, for an upstream that serves none. */
interface StoredCatalogue {
  readonly metaData: WorkflowMetaData;
  readonly fileName: string;
  /** When it was imported, in milliseconds. */
  readonly at: number;
}

const catalogues = rememberMany<StoredCatalogue>("catalogue", "records", 1);
const key = "catalogue";

/** Stores a catalogue in place of the one before. False if this browser stores nothing. */
export const storeCatalogue = async (kept: StoredCatalogue): Promise<boolean> =>
  catalogues.set([key, kept]);

export const deleteCatalogue = async (): Promise<void> => catalogues.delete(key);

/** The catalogue, once its origin is known. A builder is made when it is `ready`, not before. */
export type WorkflowState =
  | { readonly status: "pending" }
  | { readonly status: "ready"; readonly workflow: Workflow; readonly source: WorkflowSource };

interface Wanted {
  /** False while the screen's own content is loading, which comes first. */
  readonly enabled?: boolean;
  /** Whether names of mapping sets are worth a request: for a rule that looks values up, and wherever one can be chosen. */
  readonly mappingSets?: boolean;
}

/** Replaces GET /workflow/meta-data where that is not served: with a file, or else with the records inside rules. */
const localWorkflow = () =>
  queryOptions({
    queryKey: ["mapping-rules", "local-workflow"] as const,
    queryFn: async (): Promise<{ metaData: WorkflowMetaData; source: WorkflowSource }> => {
      const kept = await catalogues.get(key);
      if (kept) {
        const { metaData, fileName, at } = kept;
        return { metaData, source: { kind: "file", fileName, at } };
      }
      const seen = await rememberedRules();
      return {
        metaData: collectWorkflow(seen.map(({ rule }) => rule)),
        source: { kind: "rules", count: seen.length },
      };
    },
    // This browser's memory is read each time: a rule that was just imported brings its own records.
    staleTime: 0,
    gcTime: 0,
  });

type NamedSets = WholeList<Pick<MappingSet, "id" | "name">>;

/** The names of mapping sets by their ids. */
export const setNamesById = ({ value }: NamedSets): ReadonlyMap<number, string> =>
  new Map(value.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])));

export const withSetNames = (workflow: Workflow, sets: NamedSets): Workflow => ({
  ...workflow,
  mappingSetNames: setNamesById(sets),
  hasMoreSets: sets.cut,
});

/**
 * The workflow that rules are built from, and its origin. Every screen that makes a `Builder` waits for `ready` and
 * shows `source` in words where it is not the upstream.
 */
export const useWorkflow = ({ enabled = true, mappingSets = true }: Wanted = {}): WorkflowState => {
  const served = useQuery({ ...workflowMetaData(), enabled });
  const local = useQuery({ ...localWorkflow(), enabled: enabled && served.isError });
  const sets = useQuery({ ...mappingSetNames(), enabled: enabled && mappingSets });
  const waits = mappingSets && enabled && sets.isPending;
  const upstream = served.data?.value;
  return useMemo(() => {
    const known = upstream
      ? { metaData: upstream, source: { kind: "upstream" } as const }
      : local.data;
    if (!known || waits) return { status: "pending" };
    const workflow = createWorkflow(known.metaData);
    return {
      status: "ready",
      workflow: sets.data ? withSetNames(workflow, sets.data) : workflow,
      source: known.source,
    };
  }, [upstream, local.data, waits, sets.data]);
};

/** The origin of the catalogue, in a sentence; undefined where the upstream serves it. */
export const sourceInWords = (source: WorkflowSource): string | undefined => {
  if (source.kind === "upstream") return undefined;
  if (source.kind === "file")
    return `Names of fields, comparisons and actions are from the file “${source.fileName}”, because the service doesn't list them.`;
  return source.count === 0
    ? "The service doesn't list fields, comparisons and actions, and no rule opened in this browser names any. Import the catalog from a file to build rules here."
    : "The service doesn't list fields, comparisons and actions. You can select those used in rules opened in this browser; fields are shown by their IDs. Import the catalog from a file for the rest.";
};
