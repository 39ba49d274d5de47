import { type RuleReply, type RuleRequest, serveRules } from "./serve-rules.ts";

/** The parts of a worker's global scope used here: the console's types are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<RuleRequest>) => void) | null;
  postMessage(reply: RuleReply, moved: readonly ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;

// A message to itself lets earlier messages in first, and is not delayed as timers are.
const { port1, port2 } = new MessageChannel();
const pause = () =>
  new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });

const serve = serveRules((reply, moved) => scope.postMessage(reply, moved), pause);
scope.onmessage = ({ data }) => serve(data);
