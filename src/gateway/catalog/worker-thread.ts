import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parentPort, type ResourceLimits, Worker } from "node:worker_threads";

/* A thread that answers calls: an object of functions on its side, and promises of their results on this side. */

export type Calls = { readonly [name: string]: (...args: never[]) => unknown };

interface CallMessage {
  readonly number: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type ReplyMessage =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: string };

export interface Thread<C extends Calls> {
  readonly call: <Name extends keyof C & string>(
    name: Name,
    ...args: Parameters<C[Name]>
  ) => Promise<Awaited<ReturnType<C[Name]>>>;
  readonly close: () => Promise<void>;
}

interface ThreadOptions {
  readonly limits?: ResourceLimits;
  /** The error of the calls under way when the thread ends. */
  readonly endedError: () => Error;
  /** It ended by itself. */
  readonly onEnd?: () => void;
}

/** The server's build has the threads' programs beside its own; elsewhere their sources are read by tsx. */
const startWorker = (source: URL, limits: ResourceLimits | undefined): Worker => {
  const name = `${basename(source.pathname, ".ts")}.js`;
  const built = join(dirname(process.argv[1] ?? ""), name);
  const options = { execArgv: [], ...(limits && { resourceLimits: limits }) };
  if (existsSync(built)) return new Worker(built, options);
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`;
  return new Worker(code, { ...options, eval: true });
};

/** Starts the thread whose program is a file that calls `answerCalls`. */
export const startThread = <C extends Calls>(
  source: URL,
  { limits, endedError, onEnd }: ThreadOptions,
): Thread<C> => {
  const worker = startWorker(source, limits);
  worker.unref();
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
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
    for (const { reject } of waiting.values()) reject(endedError());
    waiting.clear();
    if (!isClosed) onEnd?.();
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

/** In a thread: answers the calls that come to it. */
export const answerCalls = (calls: Calls): void => {
  parentPort?.on("message", ({ number, name, args }: CallMessage) => {
    const reply = (message: ReplyMessage) => parentPort?.postMessage(message);
    const call = calls[name] as ((...given: readonly unknown[]) => unknown) | undefined;
    Promise.resolve()
      .then(() => call?.(...args))
      .then(
        (value) => reply({ number, value }),
        (error: unknown) => reply({ number, error: String(error) }),
      );
  });
};
