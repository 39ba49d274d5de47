import { decidableRmaStatuses } from "#contract/rmas.ts";

/** The newest page of the RMAs that wait for a decision. */
export const waitingRmas = {
  status: decidableRmaStatuses.join(","),
  pageNumber: 1,
  pageSize: 50,
} as const;
