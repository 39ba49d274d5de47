import { createHash } from "node:crypto";
import { Refusal } from "./refusal.ts";

/** Fields in the order of their names: a stored record may have them in another order than a changed one. */
const sortFields = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The version of a record as a strong ETag (RFC 9110, 8.8.3): equal records have the same, others another. */
export const versionOf = (record: unknown): string => {
  const hash = createHash("sha256").update(JSON.stringify(record, sortFields));
  return `"${hash.digest("base64url").slice(0, 22)}"`;
};

/**
 * Refuses a change that was made to another version of the record (412). To be called with the record locked, so that
 * no other change comes between. `ifMatch`: the request's If-Match; without one, every version is changed (api 4).
 */
export const refuseOtherVersion = (ifMatch: string | undefined, record: unknown): void => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const version = versionOf(record);
  if (ifMatch.split(",").some((tag) => tag.trim() === version)) return;
  throw new Refusal(412, "The record has changed since this version was read", {
    headers: { etag: version },
  });
};
