/**
 * The codes of a database that cannot serve at the moment: it cannot be reached, is stopping or starting, has no room
 * or connection left, or others held what was needed for too long. PostgreSQL's are SQLSTATEs; a whole class is named
 * by its first two letters.
 */
const unavailableStates = new Set(
  // The last two: a standby that was not promoted yet, and a database that takes no connections.
  ["40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "25P03", "25006", "55000"],
);
/** Connections, resources, the system beneath, and being let in at all. */
const unavailableClasses = new Set(["08", "53", "58", "28", "3D"]);
const connectionCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/** True for errors that say nothing about the request: another try may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null || !("code" in error)) return false;
  const code = String(error.code);
  return (
    connectionCodes.has(code) ||
    unavailableStates.has(code) ||
    (code.length === 5 && unavailableClasses.has(code.slice(0, 2)))
  );
};
