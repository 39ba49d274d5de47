import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

const prime = 0x100000001b3n;
const word = 0xffffffffffffffffn;

/** FNV-1a with 64 bits. Browsers have no digest function without TLS, and this hash protects no secret. */
const hashText = (text: string): string =>
  new TextEncoder()
    .encode(text)
    .reduce((hash, byte) => ((hash ^ BigInt(byte)) * prime) & word, 0xcbf29ce484222325n)
    .toString(16)
    .padStart(16, "0");

/**
 * The name of the local copy of a channel, unique per upstream. Rejects while the gateway does not return the
 * upstream's address.
 */
export const copyKey = async (channelId: number): Promise<string> => {
  const { baseUrl } = await queryClient.ensureQueryData(connection());
  return `${hashText(baseUrl)}/${channelId}`;
};
