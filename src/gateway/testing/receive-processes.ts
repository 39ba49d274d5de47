import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
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

/** Modules go on saying where they were written: the migrations lie there. */
const inPlace: Plugin = {
  name: "in-place",
  transform: (code, id) =>
    id.endsWith("/open-memory.ts")
      ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      : null,
};

/** The program in one file, which starts in a third of the time; answers where it is. */
export const bundleGatewayProcess = async (folder: string): Promise<string> => {
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [inPlace],
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("./receive-process.ts", import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "gateway.mjs" } },
    },
  });
  return join(folder, "gateway.mjs");
};

/** Starts a gateway in a process of its own on a test's memory; it ends with the test's process at the latest. */
export const startGatewayProcess = async (
  program: string,
  { database, folder }: TestMemory,
  upstream: string,
  end?: End,
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
    },
  });
  const ended = once(child, "exit");
  const [message] = (await once(child, "message")) as [{ origin: string }];
  return { origin: message.origin, process: child, ended };
};
