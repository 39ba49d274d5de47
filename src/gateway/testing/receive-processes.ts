import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunStep } from "#gateway/open-memory.ts";
import type { TestMemory } from "./receive.ts";

export interface GatewayProcess {
  readonly origin: string;
  readonly process: ChildProcess;
  /** Resolves when it has ended, in whatever way. */
  readonly ended: Promise<unknown>;
}

/** Where a process ends itself: at a step of one of its runs, counted from 1. */
export interface End {
  readonly step: RunStep;
  readonly run: number;
}

/** Starts a gateway in a process of its own on a test's memory; it ends with the test's process at the latest. */
export const startGatewayProcess = async (
  { database, folder }: TestMemory,
  upstream: string,
  end?: End,
): Promise<GatewayProcess> => {
  const child = fork(fileURLToPath(new URL("./receive-process.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: {
      ...process.env,
      TEST_TARGET: JSON.stringify(database.target),
      TEST_UPSTREAM: upstream,
      TEST_FOLDER: folder,
      FAIL_AT: end?.step ?? "",
      FAIL_RUN: String(end?.run ?? 0),
    },
  });
  const ended = once(child, "exit");
  const [message] = (await once(child, "message")) as [{ origin: string }];
  return { origin: message.origin, process: child, ended };
};
