/**
 * The codes of a database that is temporarily unavailable: it cannot be reached, is stopping or starting, has no free
 * memory, disk or connection, or a lock was held for too long. PostgreSQL's codes are SQLSTATEs; the first two letters
 * name a whole class.
 */
const unavailableStates = new Set(
  // The last two: a standby that was not promoted yet, and a database that accepts no connections.
  ["40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "25P03", "25006", "55000"],
);
/** Connections, resources, the operating system, and authorization. */
const unavailableClasses = new Set(["08", "53", "58", "28", "3D"]);
const connectionCodes = new Set([
  "CONNECTION_CLOSED",
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

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** True while the database's disk has no space: another attempt fails, too, until a person frees some. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === "53100";

/** True for errors that are not caused by the request: another attempt may succeed. */
export const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    connectionCodes.has(code) ||
    unavailableStates.has(code) ||
    (code.length === 5 && unavailableClasses.has(code.slice(0, 2)))
  );
};
