import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { nameOperation } from "#contract/served.ts";
import { fetchAnswer } from "#web/api/call.ts";

/** The smallest response; the gateway leaves out what an operation doesn't have. */
const pages = { pageNumber: 1, pageSize: 1, filterPageNumber: 1, filterPageSize: 1, page: 1 };

/** Tries one read ("GET /rma"), to find out whether the upstream serves it and accepts the token for it. */
export const tryOperation = async (request: string, signal: AbortSignal): Promise<true> => {
  const all: readonly Operation[] = Object.values(operations);
  const operation = all.find((one) => nameOperation(one) === request);
  await fetchAnswer(operation!, {
    query: { ...pages, includeWorkflowRules: false },
    signal,
  } as never);
  return true;
};
