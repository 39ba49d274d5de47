import type { CopyReply, CopyRequest } from "./copy-messages.ts";
import { serveCopy } from "./serve-copy.ts";

/** The part of a worker's global scope that is used here: the console's types are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<CopyRequest>) => void) | null;
  postMessage(reply: CopyReply, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;

// A message to its own port runs after the messages that arrived before, and is not throttled like timers.
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();
const pause = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });

const serve = serveCopy((reply, transfer = []) => scope.postMessage(reply, transfer), pause);
scope.onmessage = ({ data }) => serve(data);
