import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { WorkflowEvent } from "#contract/workflow-meta-data.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { catalogueOf, emptyCatalogue } from "#rules/rule-catalogue.ts";
import { mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";

/** What rules are put into words with. */
export interface RuleWording extends Wording {
  events: ReadonlyMap<number, WorkflowEvent>;
  /** False while the names are on their way, or where the upstream has none: ids stand in their place. */
  named: boolean;
}

interface Wanted {
  /** False while the screen's own content is on its way, which goes first. */
  enabled: boolean;
  /** Whether the names of mapping sets are worth a request of their own. */
  mappingSets?: boolean;
}

/** The names of fields, events and mapping sets, by background requests that are made once. */
export const useWording = ({ enabled, mappingSets = false }: Wanted): RuleWording => {
  const metaData = useQuery({ ...workflowMetaData(), enabled }).data?.value;
  const sets = useQuery({ ...mappingSetNames(), enabled: enabled && mappingSets }).data?.value;
  return useMemo(
    () => ({
      catalogue: metaData ? catalogueOf(metaData) : emptyCatalogue,
      events: new Map(metaData?.events.map((event) => [event.id, event])),
      mappingSetNames: new Map(sets?.flatMap(({ id, name }) => (id && name ? [[id, name]] : []))),
      named: metaData !== undefined,
    }),
    [metaData, sets],
  );
};
