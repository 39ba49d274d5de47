import type { MappingSetSave } from "#contract/mapping-sets.ts";
import { ruleDate } from "./demo-mapping-rules.ts";
import { mappingSetWords, setItems } from "./mapping-set-words.ts";

/** A mapping set as a request, with its items. */
export interface DemoMappingSet {
  set: MappingSetSave;
  items: ReturnType<typeof setItems>;
  createdAt: Date;
}

/** The account's mapping sets. */
export const demoMappingSets = (now: number): DemoMappingSet[] =>
  mappingSetWords.map((words, index) => ({
    set: {
      name: words.name,
      description: words.description,
      exclusionListForSourceId: words.excludes?.sourceId ?? null,
      exclusionType: words.excludes?.type ?? null,
    },
    items: setItems(words),
    createdAt: ruleDate(now, index),
  }));
