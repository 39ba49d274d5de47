import type { ResellerProductParent } from "#contract/products.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { rememberMany } from "#web/base/remember-many.ts";

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

interface Viewed {
  readonly product: ResellerProductParent;
  readonly at: number;
}

/** How a person saw a product the last time, and before its latest change, by channel and id. */
export const viewedProducts = rememberMany<{ readonly last: Viewed; readonly before?: Viewed }>(
  "viewed-products",
  "records",
  300,
);
