import type { RuleReply, RuleRequest } from "./rule-worker-messages.ts";
import { serveRules } from "./serve-rules.ts";

/** A worker's global scope, as far as it is used here: the console's types are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<RuleRequest>) => void) | null;
  postMessage(reply: RuleReply, moved: readonly ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const serve = serveRules(
  (reply, moved) => scope.postMessage(reply, moved),
  () => new Promise((resolve) => setTimeout(resolve)),
);
scope.onmessage = ({ data }) => serve(data);
