import { testToken } from "./start-stack.ts";

/** Calls the API behind a console, bound to its address. */
export type Api = <T>(path: string, init?: { method?: string; body?: unknown }) => Promise<T>;

/** Calls the API behind the console directly, so that a test checks the records instead of the screen. */
export const callApi = async <T>(
  upstreamUrl: string,
  path: string,
  { method = "GET", body }: { method?: string; body?: unknown } = {},
): Promise<T> => {
  const answer = await fetch(upstreamUrl + path, {
    method,
    headers: { "X-API-TOKEN": testToken, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};
