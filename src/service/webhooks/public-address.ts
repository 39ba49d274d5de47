import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 networks that are not the public Internet (IANA's special-purpose registry). */
const privateNetworks = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Parts of IPv6's public range that lead to IPv4 addresses or nowhere. */
const specialNetworks = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const createBlockList = (networks: readonly string[], type: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), type);
  }
  return list;
};

const privateIpv4 = createBlockList(privateNetworks, "ipv4");
const specialIpv6 = createBlockList(specialNetworks, "ipv6");
const publicIpv6 = createBlockList(["2000::/3"], "ipv6");

/** Whether an IP address belongs to the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !privateIpv4.check(address, "ipv4");
  return version === 6 && publicIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
};

/** A webhook's address that events are not sent to. */
export class AddressRefused extends Error {}

/** Names that no receiver can have (RFC 2606, 6761). */
const reservedName = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)\.?$/i;

/** Refuses a host before it is looked up: an address is never looked up, and a reserved name leads nowhere. */
export const refuseHost = (hostname: string, allowPrivate: boolean): void => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (reservedName.test(host))
    throw new AddressRefused(`${host} is reserved for examples. Enter the receiver's address`);
  if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host))
    throw new AddressRefused(`${host} is a private address`);
};

/**
 * Looks a name up and refuses it if any of its addresses is private. The connection is made to the addresses that were
 * checked, so a name can't lead elsewhere afterwards.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused !== undefined || first === undefined)
      return callback(
        new AddressRefused(`${hostname} has the private address ${refused?.address ?? "none"}`),
        "",
        0,
      );
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
