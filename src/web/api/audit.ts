import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  auditOperations,
  type Change,
  type ChangedResource,
  type ChangeState,
} from "#contract/audit.ts";
import { call, fetchAnswer } from "./call.ts";
import { invalidateExceptions } from "./figures.ts";
import { invalidate } from "./query-client.ts";

/* Changes are recorded by the gateway: reading them costs no upstream request. */

export interface ChangeFilter {
  person?: string | undefined;
  personId?: string | undefined;
  operation?: string | undefined;
  resource?: ChangedResource | undefined;
  recordId?: number | undefined;
  state?: ChangeState | undefined;
  after?: string | undefined;
  before?: string | undefined;
  pageNumber: number;
  pageSize: number;
}

const auditKey = "audit";

/** One page of changes, newest first. */
export const changeList = (filter: ChangeFilter) =>
  queryOptions({
    queryKey: [auditKey, "list", filter] as const,
    queryFn: ({ signal }) => fetchAnswer(auditOperations.listChanges, { query: filter, signal }),
    staleTime: 0,
  });

export const invalidateChanges = async (): Promise<void> => {
  await Promise.all([invalidate({ queryKey: [auditKey] }), invalidateExceptions()]);
};

const recentCount = 5;

/** The last changes of a record, as of its version: a changed record has another. */
export const recordChanges = (resource: ChangedResource, recordId: number, version: number) =>
  queryOptions({
    queryKey: [auditKey, "record", resource, recordId, version] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(auditOperations.listRecordChanges, {
        query: { resource, recordId, pageSize: recentCount },
        signal,
        urgency: "background",
      }),
    placeholderData: keepPreviousData,
  });

/** Records whether a change of this person, whose result is unknown, was made. `key`: its Idempotency-Key. */
export const settleOwnChange = async (key: string, made: boolean): Promise<void> => {
  const settled = await call(auditOperations.settleOwnChange, { body: { key, made } });
  if (settled.length > 0) void invalidateChanges();
};

export const settleChange = async (id: number, made: boolean): Promise<Change> => {
  try {
    return await call(auditOperations.settleChange, {
      params: { id },
      body: { made },
      urgency: "click",
    });
  } finally {
    void invalidateChanges();
  }
};
