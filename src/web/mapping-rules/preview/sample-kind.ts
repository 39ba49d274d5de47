import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { SampleKind } from "./sample-record.ts";

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
