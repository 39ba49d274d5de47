import { queryOptions } from "@tanstack/react-query";
import {
  type AlikeLines,
  type Evidence,
  evidenceOperations,
  maxAlikePage,
} from "#contract/evidence.ts";
import { call } from "./call.ts";

/* What the gateway's copy of records tells of an RMA: it costs no request of the API. */

const staleMs = 60_000;

/** The facts around an RMA, and how lines like its own were decided. */
export const evidenceOf = (rmaId: number) =>
  queryOptions({
    queryKey: ["evidence", rmaId] as const,
    queryFn: ({ signal }): Promise<Evidence> =>
      call(evidenceOperations.getEvidence, { query: { rmaId }, signal, urgency: "screen" }),
    staleTime: staleMs,
    retry: false,
  });

/** The newest decided lines that are like a line of an RMA. */
export const alikeLines = (rmaId: number, lineId: number) =>
  queryOptions({
    queryKey: ["evidence", rmaId, lineId] as const,
    queryFn: ({ signal }): Promise<AlikeLines> =>
      call(evidenceOperations.listAlikeLines, {
        query: { rmaId, lineId, count: maxAlikePage },
        signal,
        urgency: "click",
      }),
    staleTime: staleMs,
    retry: false,
  });

/** How often people decided as was proposed. */
export const proposalQuality = queryOptions({
  queryKey: ["evidence", "quality"] as const,
  queryFn: ({ signal }) =>
    call(evidenceOperations.getProposalQuality, { signal, urgency: "screen" }),
  staleTime: staleMs,
  retry: false,
});
