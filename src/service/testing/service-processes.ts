import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Target } from "#database/connect.ts";
import { bundleProgram } from "#database/testing/bundle-program.ts";
import type { startWebhookSender } from "#service/webhooks/start-sender.ts";

type SenderOptions = Parameters<typeof startWebhookSender>[0];

export interface ServiceProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/**
 * Starts a service in its own process on a test's database; it ends at the latest with the test's process. With
 * `webhooks` it sends them.
 */
export const startServiceProcess = async (
  target: Target,
  webhooks?: Partial<SenderOptions>,
): Promise<ServiceProcess> => {
  const child = fork(await bundleProgram(new URL("./service-process.ts", import.meta.url)), {
    execArgv: [],
    env: { ...process.env, TEST_SERVICE: JSON.stringify({ target, webhooks }) },
  });
  const [message] = (await once(child, "message")) as [{ port: number }];
  return { url: `http://127.0.0.1:${message.port}`, process: child };
};

const endBy = async ({ process: child }: ServiceProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
};

export const stopServiceProcess = (running: ServiceProcess): Promise<void> =>
  endBy(running, "SIGTERM");

/** `kill -9`. */
export const killServiceProcess = (running: ServiceProcess): Promise<void> =>
  endBy(running, "SIGKILL");
