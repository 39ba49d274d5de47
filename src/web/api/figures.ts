import { queryOptions } from "@tanstack/react-query";
import { figureOperations, type Figures } from "#contract/figures.ts";
import { settings } from "#web/base/settings.ts";
import { call } from "./call.ts";
import { invalidate } from "./query-client.ts";

/* Figures are the gateway's: they cost no request of the API. */

const urgency = "background";
const loadingMs = 2_000;
export const readyMs = 60_000;

/** The time zone of the settings by its name. */
export const nameTimeZone = (): string =>
  settings.get().timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Older records appear while the gateway still reads them. */
export const everyMs = (states: Figures["states"] | undefined): number =>
  Object.values(states ?? {}).some(({ phase }) => phase === "loading") ? loadingMs : readyMs;

/** What waits for the team, and what it decided. */
export const figures = () =>
  queryOptions({
    queryKey: ["figures"] as const,
    queryFn: ({ signal }) =>
      call(figureOperations.readFigures, {
        query: { timeZone: nameTimeZone() },
        signal,
        urgency,
      }),
    staleTime: 0,
    refetchInterval: ({ state }) => everyMs(state.data?.states),
  });

/** What is late, and how many, after the due times or a change have changed. */
export const invalidateExceptions = async (): Promise<void> => {
  await Promise.all([["exceptions"], ["figures"]].map((queryKey) => invalidate({ queryKey })));
};
