import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../../.cache/server/start.js");

/** A program of the project in a process of its own. */
export interface StartedProgram {
  /** Without a final slash. */
  readonly url: string;
  readonly pid: number;
  residentMegabytes(): number;
  /** Resolves when it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends what a measurement that failed left running. */
export const killPrograms = (): void => {
  for (const child of running) child.kill("SIGKILL");
};

/** Starts `start.js`, listening on any free port. */
export const startProgram = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StartedProgram> => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let output = "";
  let url: string | undefined;
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  while (url === undefined) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended) throw new Error(`The program did not start: ${output}`);
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    url = /^ready (http:\S+?)\/?$/m.exec(output)?.[1];
  }
  return {
    url,
    pid: child.pid ?? 0,
    residentMegabytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000);
    },
    end: async (signal = "SIGTERM") => {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
};
