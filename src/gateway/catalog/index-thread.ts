import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { Stop } from "#gateway/server/serve-own-operation.ts";
import type { IndexCall, Indexes } from "./indexes.ts";

export interface CallMessage {
  readonly number: number;
  readonly name: IndexCall;
  readonly args: readonly unknown[];
}

export type ReplyMessage =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: string };

/** A call to the thread of the indexes. */
export type Call = <Name extends IndexCall>(
  name: Name,
  ...args: Parameters<Indexes[Name]>
) => Promise<Awaited<ReturnType<Indexes[Name]>>>;

export interface IndexThread {
  readonly call: Call;
  readonly close: () => Promise<void>;
}

const source = new URL("./search-worker.ts", import.meta.url).href;

/** The server's build has the worker beside the program; elsewhere its source is read by tsx. */
const startWorker = (): Worker => {
  const built = join(dirname(process.argv[1] ?? ""), "search-worker.js");
  if (existsSync(built)) return new Worker(built, { execArgv: [] });
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(source)}); });`;
  return new Worker(code, { eval: true, execArgv: [] });
};

const ended = {
  kind: "internal",
  outcome: "refused",
  detail: "The product search ended unexpectedly. It starts again with the next search.",
} as const;

/** Starts the thread; `onEnd` is called if it ends by itself, with all indexes lost. */
export const startIndexThread = (onEnd: () => void): IndexThread => {
  const worker = startWorker();
  worker.unref();
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (e: Error) => void }
  >();
  let number = 0;
  let isClosed = false;

  worker.on("message", (reply: ReplyMessage) => {
    const one = waiting.get(reply.number);
    waiting.delete(reply.number);
    if ("error" in reply) one?.reject(new Error(reply.error));
    else one?.resolve(reply.value as never);
  });
  // The exit follows it.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Stop(ended));
    waiting.clear();
    if (!isClosed) onEnd();
  });
  return {
    call: async (name, ...args) =>
      new Promise<never>((resolve, reject) => {
        number += 1;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, name, args } satisfies CallMessage);
      }),
    close: async () => {
      isClosed = true;
      await worker.terminate();
    },
  };
};
