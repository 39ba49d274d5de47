import type { RecordCopyState } from "#contract/copy-state.ts";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import {
  type FoundRecords,
  maxFoundRecords,
  recordSearchOperations,
  type SearchedKind,
} from "#contract/record-search.ts";
import { ReturnModel } from "#contract/returns.ts";
import { Rma } from "#contract/rmas.ts";
import { type Answer, call } from "./call.ts";
import type { WholeList } from "./whole-list.ts";

/* Searches in the gateway's copy of records: they cost no request of the API. */

/** The first matches of each kind, without their records. */
export const searchRecords = async (
  text: string,
  count: number,
  signal: AbortSignal,
): Promise<readonly FoundRecords[]> =>
  (await call(recordSearchOperations.searchRecords, { query: { text, count }, signal })).groups;

interface Records {
  "purchase-orders": PurchaseOrder;
  rmas: Rma;
  returns: ReturnModel;
}

const schemas: { readonly [K in SearchedKind]: z.ZodMiniType<Records[K]> } = {
  "purchase-orders": PurchaseOrder,
  rmas: Rma,
  returns: ReturnModel,
};

/** What a list says of the copy that its rows are from. */
export interface FoundFrom {
  readonly state: RecordCopyState;
  /** When the gateway last saw the row that it has not seen for the longest time. */
  readonly seenAt: number | undefined;
  readonly total: number;
  readonly hasMore: boolean;
}

type FoundRows<R> = Answer<R[]> & { readonly from: FoundFrom };

/** What is known of the copy that rows are from; undefined if they are the API's. */
export const readFrom = (answer: Answer<unknown> | undefined): FoundFrom | undefined =>
  (answer as Partial<FoundRows<unknown>> | undefined)?.from;

/** Older records appear while the gateway still reads them. */
const loadingMs = 2_000;
const readyMs = 60_000;

interface Wanted {
  readonly text: string;
  readonly first: number;
  readonly count: number;
}

const readFound = async <K extends SearchedKind>(
  kind: K,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<FoundRows<Records[K]>> => {
  const query = { ...wanted, kinds: kind, records: true };
  const { groups } = await call(recordSearchOperations.searchRecords, { query, signal });
  const [group] = groups;
  const { hits = [], total = 0, hasMore = false } = group ?? {};
  const { value, problems } = readAnswer(
    z.array(schemas[kind]),
    hits.map(({ record }) => record),
  );
  const seen = hits.map(({ seenAt }) => seenAt);
  return {
    value: value as Records[K][],
    problems,
    total: hasMore ? undefined : total,
    from: {
      state: group?.state ?? { phase: "off", checkedAt: null },
      seenAt: seen.length === 0 ? undefined : Math.min(...seen),
      total,
      hasMore,
    },
  };
};

const refetchInterval = ({ state: { data } }: { state: { data: Answer<unknown> | undefined } }) =>
  readFrom(data)?.state.phase === "loading" ? loadingMs : readyMs;

interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** One page of the records that match a text, newest first. */
const foundList = <K extends SearchedKind>(kind: K, text: string, { pageNumber, pageSize }: Page) =>
  queryOptions({
    queryKey: [kind, "found", text, pageNumber, pageSize] as const,
    queryFn: ({ signal }): Promise<Answer<Records[K][]>> =>
      readFound(kind, { text, first: (pageNumber - 1) * pageSize, count: pageSize }, signal),
    staleTime: 0,
    refetchInterval,
  });

/** All records that match a text, if there are at most 200. */
const wholeFoundList = <K extends SearchedKind>(kind: K, text: string) =>
  queryOptions({
    queryKey: [kind, "found", text, "whole"] as const,
    queryFn: async ({ signal }): Promise<WholeList<Records[K]>> => {
      const found = await readFound(kind, { text, first: 0, count: maxFoundRecords }, signal);
      return { ...found, cut: (found.total ?? Infinity) > maxFoundRecords };
    },
    staleTime: 0,
    refetchInterval,
  });

/** The rows of a list for a text, instead of the API's; undefined without a text. */
export const foundInstead = <K extends SearchedKind>(kind: K, text: string | undefined) =>
  text === undefined
    ? undefined
    : {
        page: (page: Page) => foundList(kind, text, page),
        whole: wholeFoundList(kind, text),
      };
