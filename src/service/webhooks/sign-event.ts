import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

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
