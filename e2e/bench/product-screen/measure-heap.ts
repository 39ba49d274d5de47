import type { Page } from "@playwright/test";

interface HeapUsage {
  readonly usedSize: number;
  /** Array buffers, which are not part of the heap. */
  readonly backingStorageSize?: number;
}

const megabytes = ({ usedSize, backingStorageSize = 0 }: HeapUsage): number =>
  Math.round((usedSize + backingStorageSize) / 1e5) / 10;

/** The memory of a page and its worker after garbage collection, in megabytes. */
export const measureHeap = async (page: Page): Promise<{ pageMb: number; workerMb: number }> => {
  const session = await page.context().newCDPSession(page);
  const collected = async (ask: (method: string) => Promise<unknown>): Promise<number> => {
    await ask("HeapProfiler.collectGarbage");
    return megabytes((await ask("Runtime.getHeapUsage")) as HeapUsage);
  };
  const pageMb = await collected((method) => session.send(method as "Runtime.getHeapUsage"));
  const attached = new Promise<string>((resolve) =>
    session.once("Target.attachedToTarget", ({ sessionId }) => resolve(sessionId)),
  );
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  let last = 0;
  const askWorker = (method: string) =>
    new Promise((resolve) => {
      const id = (last += 1);
      const heard = ({ message }: { message: string }) => {
        const reply = JSON.parse(message) as { id?: number; result?: unknown };
        if (reply.id !== id) return;
        session.off("Target.receivedMessageFromTarget", heard);
        resolve(reply.result);
      };
      session.on("Target.receivedMessageFromTarget", heard);
      void session.send("Target.sendMessageToTarget", {
        sessionId,
        message: JSON.stringify({ id, method }),
      });
    });
  const workerMb = await collected(askWorker);
  await session.detach();
  return { pageMb, workerMb };
};
