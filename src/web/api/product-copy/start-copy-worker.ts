import { createWorkerStarter } from "#web/base/worker-starter.ts";
// oxlint-disable-next-line import/default -- the build writes it
import address from "./product-copy-worker.ts?worker&url";

const start = createWorkerStarter("product-copy-worker");

/** Starts the worker of a channel's copy. */
export const startCopyWorker = (): Worker => start(address);
