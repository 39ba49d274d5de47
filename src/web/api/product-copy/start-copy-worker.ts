import { createWorkerStarter } from "#web/ui/worker-starter.ts";

const start = createWorkerStarter("product-copy-worker");

/** Starts the worker of a channel's copy. */
export const startCopyWorker = async (): Promise<Worker> => {
  const { default: address } = await import("./product-copy-worker.ts?worker&url");
  return start(address);
};
