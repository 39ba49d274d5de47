import type { Change } from "#contract/audit.ts";

/** A change that was made through the console, of mapping set 5, for tests. */
export const testChange: Change = {
  id: 1,
  requestedAt: "2026-11-20T10:00:00Z",
  person: "Ada",
  operation: "updateMappingSet",
  resource: "mapping-sets",
  recordId: 5,
  fields: [],
  state: "done",
  requestId: "request-1",
};
