import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";

const prime = 0x100000001b3n;
const word = 0xffffffffffffffffn;

/** FNV-1a in 64 bits: without TLS a browser has no digest of its own, and this one keeps no secret. */
const hashOf = (text: string): string =>
  new TextEncoder()
    .encode(text)
    .reduce((hash, byte) => ((hash ^ BigInt(byte)) * prime) & word, 0xcbf29ce484222325n)
    .toString(16)
    .padStart(16, "0");

/** Names the copy of one upstream's channel. Rejects while the gateway does not say which upstream it speaks to. */
export const copyKey = async (channelId: number): Promise<string> => {
  const { baseUrl } = await queryClient.ensureQueryData(connection());
  return `${hashOf(baseUrl)}/${channelId}`;
};
