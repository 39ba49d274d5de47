import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    // A `%` that begins no escape is itself.
    return part;
  }
};

/** The user name and the password of an address, without escapes; undefined when it has neither. */
export const readCredentials = (
  address: string,
): { readonly username: string; readonly password: string } | undefined => {
  const { username, password } = new URL(address);
  if (username === "" && password === "") return undefined;
  return { username: decode(username), password: decode(password) };
};

/** The header that sends the user name and the password of an address, which a request doesn't send (RFC 7617). */
export const credentialHeaders = (address: string): Record<string, string> => {
  const credentials = readCredentials(address);
  if (credentials === undefined) return {};
  const { username, password } = credentials;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
};

/** A new signing secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** How long the secret before a rotation still signs. */
export const secretOverlapMs = 24 * 3_600_000;

/** The headers of Standard Webhooks for one try; a signature for each secret. */
export const signedHeaders = (
  messageId: string,
  payload: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> => {
  const id = `msg_${messageId}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(id, now, payload))
      .join(" "),
  };
};
