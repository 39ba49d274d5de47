import { setTimeout as sleep } from "node:timers/promises";

const mostMs = 30_000;

/** What clients of one address got. */
export interface Load {
  /** Names whose creation was acknowledged, with the time of the response. */
  readonly acknowledged: { readonly name: string; readonly at: number }[];
  /** Names whose creation was refused: by these responses, nothing was created. */
  readonly refused: string[];
  /** Responses other than success, by status and what they say about the change. */
  readonly others: Record<string, number>;
}

const create = async (url: string, headers: Record<string, string>, name: string, load: Load) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ name }),
  });
  const body = (await response.json()) as { readonly outcome?: string };
  if (response.status === 200) {
    load.acknowledged.push({ name, at: performance.now() });
    return true;
  }
  if (body.outcome === "refused") load.refused.push(name);
  const wait = response.headers.has("retry-after") ? ", Retry-After" : "";
  const kind = `${response.status} ${body.outcome ?? ""}${wait}`.trim();
  load.others[kind] = (load.others[kind] ?? 0) + 1;
  return false;
};

/** Creates mapping sets with this many clients until it is stopped. */
export const startLoad = (
  url: string,
  headers: Record<string, string>,
  clients: number,
  label: string,
) => {
  const load: Load = { acknowledged: [], refused: [], others: {} };
  let stopped = false;
  const work = async (client: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1)
      if (!(await create(url, headers, `${label} ${client} ${turn}`, load))) await sleep(100);
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return {
    load,
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
};

/** Milliseconds from a moment to the first acknowledgement after it. */
export const firstAfter = ({ acknowledged }: Load, moment: number): number | undefined => {
  const later = acknowledged.map(({ at }) => at).filter((at) => at >= moment);
  return later.length === 0 ? undefined : Math.round(Math.min(...later) - moment);
};

/** Resolves when each load has an acknowledgement after this moment, or after 30 seconds. */
export const untilAcknowledged = async (loads: readonly Load[], moment: number): Promise<void> => {
  const end = performance.now() + mostMs;
  while (performance.now() < end && loads.some((load) => firstAfter(load, moment) === undefined))
    await sleep(20);
};
