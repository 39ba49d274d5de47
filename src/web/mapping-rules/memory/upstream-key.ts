import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

/**
 * The upstream that this browser's memory belongs to: ids of one are invalid in another. The gateway returns it
 * without a request to the upstream; while it does not answer, everything belongs to an upstream without a name.
 */
export const upstreamKey = async (): Promise<string> => {
  try {
    const { embedded, baseUrl } = await queryClient.ensureQueryData(connection());
    return embedded ? "embedded" : baseUrl;
  } catch {
    return "";
  }
};
