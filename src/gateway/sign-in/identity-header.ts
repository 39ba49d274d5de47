import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { withoutDirections } from "#contract/cut-text.ts";
import type { Person } from "#contract/people.ts";
import { chooseRole, type IdentityOptions } from "./sign-in-options.ts";

/** The proxy's proof that it set the identity header. */
const identitySecretHeader = "x-identity-secret";

/** A set of addresses and networks; throws for one that is neither. */
export const listPeers = (peers: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const peer of peers) {
    const [address = "", prefix] = peer.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

/** Whether the other end of the connection is in the list. IPv4 addresses on an IPv6 socket count as IPv4. */
export const isPeer = (peers: BlockList, address: string | undefined): boolean => {
  const bare = (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(bare);
  return version !== 0 && peers.check(bare, version === 6 ? "ipv6" : "ipv4");
};

/** The value of a header that was sent exactly once; names with underscores are other headers. */
const readOnce = (rawHeaders: readonly string[], name: string): string | undefined => {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? values[0] : undefined;
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const longestName = 200;
const longestGroups = 8_000;

/** Node reads headers as Latin-1, and proxies send names as UTF-8. */
const asText = (value: string | undefined, longest: number): string | undefined => {
  const text = Buffer.from(value ?? "", "latin1")
    .toString("utf8")
    .trim();
  return withoutDirections(text).trim() === "" || text.length > longest || /\p{Cc}/u.test(text)
    ? undefined
    : text;
};

/** Why a request names no person, or the person. */
type Identity =
  | { readonly person: Person }
  | { readonly why: "not-a-peer" | "wrong-secret" | "no-name" }
  | { readonly why: "no-role"; readonly name: string };

/** The person whom a proxy names in a header; believed only from a listed address and with the shared secret. */
export const createIdentityReader = (options: IdentityOptions) => {
  const peers = listPeers(options.peers);
  const secret = digest(options.secret);
  return ({ raw }: Pick<FastifyRequest, "raw">): Identity => {
    const { rawHeaders, socket } = raw;
    if (!isPeer(peers, socket.remoteAddress)) return { why: "not-a-peer" };
    const proof = digest(readOnce(rawHeaders, identitySecretHeader) ?? "");
    if (!timingSafeEqual(proof, secret)) return { why: "wrong-secret" };
    const id = asText(readOnce(rawHeaders, options.header), longestName);
    if (id === undefined) return { why: "no-name" };
    const role = chooseRole(
      asText(readOnce(rawHeaders, options.groupsHeader), longestGroups),
      options.roles,
    );
    const name = withoutDirections(id).trim();
    if (role === undefined) return { why: "no-role", name };
    return { person: { id, name, role, ...(name.includes("@") ? { email: name } : {}) } };
  };
};
