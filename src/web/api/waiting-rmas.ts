import { decidableRmaStatuses } from "#contract/rmas.ts";

/** The filter for the newest page of RMAs that can be decided. */
export const waitingRmas = {
  status: decidableRmaStatuses.join(","),
  pageNumber: 1,
  pageSize: 50,
} as const;
