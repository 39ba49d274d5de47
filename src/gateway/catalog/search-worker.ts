import { parentPort } from "node:worker_threads";
import { createIndexes } from "./indexes.ts";
import type { CallMessage, ReplyMessage } from "./index-thread.ts";

/** The thread of the indexes: calls in, replies out. */
const indexes = createIndexes();

parentPort?.on("message", ({ number, name, args }: CallMessage) => {
  const reply = (message: ReplyMessage) => parentPort?.postMessage(message);
  const call = indexes[name] as (...given: readonly unknown[]) => unknown;
  Promise.resolve()
    .then(() => call(...args))
    .then(
      (value) => reply({ number, value }),
      (error: unknown) => reply({ number, error: String(error) }),
    );
});
