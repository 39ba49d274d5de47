import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "#database/testing/bundle-program.ts";
import type { ChangeStep, RunStep } from "#gateway/server/database.ts";
import type { TestStorage } from "./storage.ts";

export interface GatewayProcess {
  readonly origin: string;
  readonly process: ChildProcess;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<unknown>;
}

/** The point where a process ends itself: a step of one of its runs or changes, counted from 1. */
export interface End {
  readonly step: RunStep | ChangeStep;
  readonly run: number;
}

/** The calls a second that gateways of one database may send together, and the lease of a slot. */
export interface SharedLimit {
  readonly limit: number;
  readonly leaseMs: number;
}

/** Bundles the program into one file; returns its path. */
export const bundleGatewayProcess = async (): Promise<string> =>
  bundleProgram(new URL("./receive-process.ts", import.meta.url));

/** Starts a gateway in its own process on a test's database; it ends at the latest with the test's process. */
export const startGatewayProcess = async (
  program: string,
  { database, folder }: TestStorage,
  upstream: string,
  end?: End,
  shared?: SharedLimit,
): Promise<GatewayProcess> => {
  const child = fork(program, {
    execArgv: [],
    env: {
      ...process.env,
      TEST_TARGET: JSON.stringify(database.target),
      TEST_UPSTREAM: upstream,
      TEST_FOLDER: folder,
      FAIL_AT: end?.step ?? "",
      FAIL_RUN: String(end?.run ?? 0),
      TEST_SHARED: shared === undefined ? "" : JSON.stringify(shared),
    },
  });
  const ended = once(child, "exit");
  const [message] = (await once(child, "message")) as [{ origin: string }];
  return { origin: message.origin, process: child, ended };
};
