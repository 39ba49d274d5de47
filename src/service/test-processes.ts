import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Target } from "#database/connect.ts";
import { bundleProgram } from "#database/test-bundle.ts";

export interface ServiceProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Starts a service in its own process on a test's database; it ends at the latest with the test's process. */
export const startServiceProcess = async (target: Target): Promise<ServiceProcess> => {
  const child = fork(await bundleProgram(new URL("./test-process.ts", import.meta.url)), {
    execArgv: [],
    env: { ...process.env, TEST_TARGET: JSON.stringify(target) },
  });
  const [message] = (await once(child, "message")) as [{ port: number }];
  return { url: `http://127.0.0.1:${message.port}`, process: child };
};

export const stopServiceProcess = async ({ process: child }: ServiceProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
};
