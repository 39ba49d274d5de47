import { useMemo } from "react";
import type { WorkflowEvent } from "#contract/workflow-meta-data.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { emptyCatalogue } from "#rules/rule-catalogue.ts";
import type { WorkflowSource } from "#rule-model/workflow/workflow.ts";
import { useWorkflow } from "./builder/workflow-source.ts";

/** The names that rules are described with. */
export interface RuleWording extends Wording {
  events: ReadonlyMap<number, WorkflowEvent>;
  /** False while the names are loading, or where the upstream has none: ids are shown instead. */
  named: boolean;
  /** The origin of the names, once it is known. */
  source: WorkflowSource | undefined;
}

interface Wanted {
  /** False while the screen's own content is loading, which comes first. */
  enabled: boolean;
  /** Whether the names of mapping sets are worth a request of their own. */
  mappingSets?: boolean;
}

/** The names of fields, events and mapping sets, by background requests that are made once. */
export const useWording = ({ enabled, mappingSets = false }: Wanted): RuleWording => {
  const state = useWorkflow({ enabled, mappingSets });
  return useMemo(() => {
    if (state.status === "pending")
      return { catalogue: emptyCatalogue, events: new Map(), named: false, source: undefined };
    const { workflow, source } = state;
    return {
      catalogue: workflow.catalogue,
      mappingSetNames: workflow.mappingSetNames,
      events: new Map(workflow.metaData.events.map((event) => [event.id, event])),
      named: source.kind !== "rules",
      source,
    };
  }, [state]);
};
