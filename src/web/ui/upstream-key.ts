import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

/** The name under which this browser stores what belongs to the console's upstream: records of another have other ids. */
export const toUpstreamKey = (name: string): string => {
  const upstream = queryClient.getQueryData(connection().queryKey);
  return upstream && !upstream.embedded ? `${name} ${upstream.baseUrl}` : name;
};

/** Calls back once the upstream is known; never while the gateway doesn't say it. */
export const whenUpstreamIsKnown = (callback: () => void): void =>
  void queryClient.ensureQueryData(connection()).then(callback, () => undefined);
