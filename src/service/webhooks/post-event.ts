import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent, request } from "undici";

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
const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !privateIpv4.check(address, "ipv4");
  return version === 6 && publicIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
};

/** A webhook's address that events are not sent to. */
class AddressRefused extends Error {}

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
const lookupPublic: LookupFunction = (hostname, options, callback) => {
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

/** The result of one try. */
export type TryResult =
  | { readonly kind: "delivered"; readonly status: number; readonly body?: string }
  /** The receiver failed, or could not be reached; `status` is its answer's. */
  | {
      readonly kind: "failed";
      readonly status: number | null;
      readonly reason: string;
      /** The beginning of the answer. */
      readonly body?: string;
      readonly retryAfterMs?: number;
    }
  /** Nothing was sent, because of the address. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The sender stopped meanwhile: whether the event arrived is unknown. */
  | { readonly kind: "stopped" };

export interface PosterOptions {
  /** Also sends to private, loopback and link-local addresses. */
  readonly allowPrivate: boolean;
  /** From the connection to the end of the answer. */
  readonly timeoutMs: number;
}

export interface Poster {
  post(url: string, headers: Readonly<Record<string, string>>, payload: string): Promise<TryResult>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

/** Sent with each event, beside the signed ones. */
export const fixedHeaders = {
  "content-type": "application/json",
  "user-agent": "Supercargo-Webhooks/1",
};

/** The part of an answer that is read; the rest is cut off. */
const readBytes = 16 * 1024;

const readStart = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop ends the connection.
    if (length >= readBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, readBytes);
};

const parseRetryAfter = (value: unknown, now: number): number | undefined => {
  if (typeof value !== "string") return undefined;
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return milliseconds > 0 ? milliseconds : undefined;
};

const wordsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: "The address's host name doesn't exist",
  EAI_AGAIN: "The address's host name can't be resolved now",
  ECONNREFUSED: "The connection was refused",
  ECONNRESET: "The connection was closed before the response",
  UND_ERR_SOCKET: "The connection was closed before the response",
  EHOSTUNREACH: "The host can't be reached",
  ENETUNREACH: "The network can't be reached",
  CERT_HAS_EXPIRED: "The certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed",
  UND_ERR_HEADERS_OVERFLOW: "The response's headers are too large",
};

const readErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** An error's cause; with several addresses, each connection has its own error. */
const findCause = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;

const toFailure = (thrown: unknown): TryResult => {
  const error = findCause(thrown);
  if (error instanceof AddressRefused) return { kind: "refused", reason: error.message };
  const code = readErrorCode(error);
  const reason = wordsByCode[code] ?? `The connection failed${code === "" ? "" : `: ${code}`}`;
  return { kind: "failed", status: null, reason };
};

/** The reason of a failure; an answer's own text is more precise. */
const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? "Redirects are not followed. Enter the receiver's new address"
    : "The receiver responded with an error";

/**
 * Posts events. Redirects are not followed, at most 16 KB of an answer are read, and each event has a connection of its
 * own: a kept one can close just when it is used, which would look like a failure of the receiver.
 */
export const createPoster = ({ allowPrivate, timeoutMs }: PosterOptions): Poster => {
  const agent = new Agent({
    pipelining: 0,
    maxHeaderSize: readBytes,
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: lookupPublic }) },
  });
  const underWay = new Set<AbortController>();
  let stopped = false;
  const readAnswer = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    payload: string,
    signal: AbortSignal,
  ): Promise<TryResult> => {
    refuseHost(new URL(url).hostname, allowPrivate);
    const answer = await request(url, {
      dispatcher: agent,
      method: "POST",
      headers: { ...headers, ...fixedHeaders },
      body: payload,
      signal,
    });
    const { statusCode: status } = answer;
    // The head decides; an answer that breaks off or never ends changes nothing.
    const body = await readStart(answer.body).catch(() => "");
    if (status >= 200 && status < 300) return { kind: "delivered", status, body };
    const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], Date.now());
    return {
      kind: "failed",
      status,
      reason: describeStatus(status),
      body,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  };
  return {
    post: async (url, headers, payload) => {
      const controller = new AbortController();
      underWay.add(controller);
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      try {
        return await readAnswer(url, headers, payload, controller.signal);
      } catch (error) {
        if (stopped) return { kind: "stopped" };
        if (!controller.signal.aborted) return toFailure(error);
        return {
          kind: "failed",
          status: null,
          reason: `No response within ${timeoutMs / 1_000} s`,
        };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    close: async () => {
      stopped = true;
      for (const controller of underWay) controller.abort();
      await agent.destroy();
    },
  };
};
