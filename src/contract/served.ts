import type { Operation } from "./operation.ts";

type Request = Pick<Operation, "method" | "path">;

/** How long is believed what an answer said of an operation: an upstream may begin to serve it. */
export const servedMs = 5 * 60_000;

/** "GET /rma/{id}" */
export const nameOperation = ({ method, path }: Request): string => `${method} ${path}`;

/**
 * Whether the upstream serves an operation, according to the status of an answer and to what was known before; undefined
 * if the status says nothing about that. 404 may be about a record, or come from a proxy while the upstream restarts.
 */
export const readServed = (
  { method, path }: Request,
  status: number,
  before: boolean | undefined,
): boolean | undefined => {
  if (status < 300) return true;
  const isList = method === "GET" && !path.endsWith("}");
  const isMissing = status === 404 && isList && before !== true;
  return isMissing || status === 405 || status === 501 ? false : undefined;
};
