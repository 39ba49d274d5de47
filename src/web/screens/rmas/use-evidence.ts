import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Evidence, EvidenceLine } from "#contract/evidence.ts";
import { evidenceOf } from "#web/api/evidence.ts";
import type { Proposals } from "./proposal.ts";

/** What the copied records tell of an RMA. */
export interface RmaEvidence {
  readonly data: Evidence | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly retry: () => void;
  readonly lines: ReadonlyMap<number, EvidenceLine>;
  readonly proposals: Proposals;
  /** Whether it is certain that the copies name no order of the RMA. */
  readonly lacksOrder: boolean;
}

/** The evidence of an RMA; it is read while `enabled`. */
export const useEvidence = (id: number, enabled: boolean): RmaEvidence => {
  const { data, isPending, isError, refetch } = useQuery({ ...evidenceOf(id), enabled });
  const lines = useMemo(() => new Map((data?.lines ?? []).map((line) => [line.id, line])), [data]);
  const proposals = useMemo(
    () =>
      new Map(
        (data?.lines ?? []).flatMap(({ id: line, past }) =>
          past?.proposal ? [[line, past.proposal] as const] : [],
        ),
      ),
    [data],
  );
  return {
    data,
    isPending: isPending && !isError,
    isError: isError && data === undefined,
    retry: () => void refetch(),
    lines,
    proposals,
    lacksOrder: data === undefined ? isError : data.orders.length === 0,
  };
};
