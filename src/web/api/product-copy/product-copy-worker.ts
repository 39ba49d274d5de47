import type { CopyReply, CopyRequest } from "./copy-messages.ts";
import { serveCopy } from "./serve-copy.ts";

/** A worker's global scope, as far as it is used here: the console's types are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<CopyRequest>) => void) | null;
  postMessage(reply: CopyReply, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;

// A message to oneself lets those in that came before it, and is not held back as timers are.
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
