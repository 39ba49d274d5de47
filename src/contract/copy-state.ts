import * as z from "zod/mini";

/**
 * off: this gateway copies no records. loading: older records are still missing. ready: all are there. unlisted: the API
 * lists none, so only what passed through the gateway is found.
 */
const copyPhases = ["off", "loading", "ready", "unlisted"] as const;

/** How far the gateway's copy of one kind of records is. */
export const RecordCopyState = z.object({
  phase: z.enum(copyPhases),
  /** Changes are known up to this time. */
  checkedAt: z.nullable(z.number()),
});
export type RecordCopyState = z.infer<typeof RecordCopyState>;
