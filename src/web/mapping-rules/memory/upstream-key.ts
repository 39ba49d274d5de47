import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

/**
 * Which upstream this browser remembers something of: ids of one mean nothing in another. The gateway tells it, at no
 * request of the upstream's; while it does not, everything belongs to an upstream without a name.
 */
export const upstreamKey = async (): Promise<string> => {
  try {
    const { embedded, baseUrl } = await queryClient.ensureQueryData(connection());
    return embedded ? "embedded" : baseUrl;
  } catch {
    return "";
  }
};
