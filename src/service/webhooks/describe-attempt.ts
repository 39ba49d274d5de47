import { cutText } from "#contract/cut-text.ts";
import type { WebhookAttempt } from "#contract/webhook-deliveries.ts";
import type { TakenEvent } from "#service/store/webhook-outbox.ts";
import { readCredentials } from "./credential-headers.ts";
import type { EndedTry } from "./record-try.ts";

/** The part of a receiver's response that is stored. */
export const storedCharacters = 4_000;

const hidden = "[hidden]";

/** The parts of an address's query as they are written: `name=value`, or a single word, which can be a key itself. */
const queryParts = ({ search }: URL): string[] => search.slice(1).split("&");

const hideValue = (part: string): string => {
  if (part === "") return part;
  const name = part.slice(0, part.indexOf("=") + 1);
  return `${name}${hidden}`;
};

/** Hides the values of a query, a password and a user name, which can be a key: secrets of the receiver. */
const withoutSecrets = (address: string): string => {
  const url = new URL(address);
  if (url.username !== "") url.username = hidden;
  if (url.password !== "") url.password = hidden;
  url.search = queryParts(url).map(hideValue).join("&");
  // It isn't sent.
  url.hash = "";
  return url.href.replaceAll(encodeURIComponent(hidden), hidden);
};

/** The value of a part of a query as it is written, as it is read, and as most programs write it. */
const spellValue = (part: string): string[] => {
  const written = part.slice(part.indexOf("=") + 1);
  const read = new URLSearchParams(`value=${written}`).get("value") ?? "";
  return [written, read, encodeURIComponent(read)];
};

/** The values that a receiver may repeat in its response, and that are not shown there either. */
const secretsIn = (event: TakenEvent, headers: Readonly<Record<string, string>>): string[] => {
  const url = new URL(event.url);
  return (
    [
      ...event.secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, "")]),
      ...(headers["webhook-signature"] ?? "").split(" ").flatMap((one) => one.split(",")[1] ?? []),
      ...queryParts(url).flatMap(spellValue),
      url.username,
      url.password,
      ...Object.values(readCredentials(event.url) ?? {}),
      (headers["authorization"] ?? "").replace(/^Basic /, ""),
    ]
      // A short value would hide parts of ordinary words.
      .filter((secret) => secret.length >= 6)
      // A shorter one may be the beginning of a longer one, whose rest would stay.
      .toSorted((a, b) => b.length - a.length)
  );
};

/** The part of a failed answer that the event log shows. */
const loggedCharacters = 200;

/** An answer's text in one line of visible characters. */
const inOneLine = (text: string): string =>
  cutText(text.replaceAll(/[\p{C}\s]+/gu, " ").trim(), loggedCharacters);

/** A result whose answer doesn't contain the secrets of either side; it is the reason of a failure. */
export const hideSecrets = (
  result: EndedTry,
  event: TakenEvent,
  headers: Readonly<Record<string, string>>,
): EndedTry => {
  const secrets = secretsIn(event, headers);
  const hide = (text: string) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
  if (!("body" in result)) return result;
  const body = hide(result.body ?? "");
  return result.kind === "failed"
    ? { ...result, body, reason: inOneLine(body) || result.reason }
    : { ...result, body };
};

/** The beginning of a response, without what neither the database nor a screen can show. */
const shownBody = (body: string): string =>
  cutText(body, storedCharacters).replaceAll(/[^\P{C}\n\t]/gu, "\uFFFD");

const withoutProofs = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  "webhook-signature": (headers["webhook-signature"] ?? "").replaceAll(/,\S+/g, `,${hidden}`),
  ...("authorization" in headers && { authorization: `Basic ${hidden}` }),
});

/** The part of an attempt that people may see; its result has no secrets. */
export const describeAttempt = (
  { url }: TakenEvent,
  headers: Readonly<Record<string, string>>,
  result: EndedTry,
  { startedAt, durationMs }: { readonly startedAt: Date; readonly durationMs: number },
): WebhookAttempt => {
  const body = "body" in result ? (result.body ?? "") : "";
  return {
    triedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    url: withoutSecrets(url),
    requestHeaders: result.kind === "refused" ? null : withoutProofs(headers),
    statusCode: "status" in result ? result.status : null,
    result: result.kind === "delivered" ? "Delivered" : result.reason,
    responseBody: shownBody(body),
    responseCut: body.length > storedCharacters,
  };
};
