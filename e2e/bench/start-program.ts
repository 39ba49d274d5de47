import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../.cache/server/start.js");

export interface Program {
  readonly url: string;
  readonly process: ChildProcess;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends what a bench that failed left running. */
export const killPrograms = (): void => {
  for (const child of running) child.kill("SIGKILL");
};

/** Starts a built program with only these variables, and waits until it is ready. */
export const startProgram = async (
  name: "console" | "service",
  env: Readonly<Record<string, string>>,
): Promise<Program> => {
  const child = spawn(process.execPath, [program, name], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const ended = once(child, "exit").then(() => running.delete(child));
  let output = "";
  let url: string | undefined;
  for await (const chunk of child.stdout) {
    output += String(chunk);
    url = /ready (\S+)/.exec(output)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`The ${name} did not start: ${output}`);
  return {
    url,
    process: child,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
};
