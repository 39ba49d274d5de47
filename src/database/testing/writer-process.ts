import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleProgram } from "./bundle-program.ts";
import { endWithStarter } from "./end-with-starter.ts";

/** A real process that writes to a database until it is ended. */
export interface Writer {
  pid: number;
  /** The rows whose write was acknowledged. */
  acknowledged: number[];
  /** Its output on standard error. */
  errorOutput(): string;
  /** Resolves when that many more rows are acknowledged. */
  writes(more: number): Promise<void>;
  /** Sends a signal to the process, or to its whole group. */
  end(signal: NodeJS.Signals, whom?: "process" | "group"): Promise<number | null>;
}

export interface WriterOptions {
  uid?: number;
  gid?: number;
  /** A prefix of the command: `["prlimit", "--nofile=64"]`. */
  before?: string[];
}

/** Starts a writer in its own process group; resolves when it is ready, rejects with its output when it ends. */
export async function startWriter(
  dataDir: string,
  { before = [], ...account }: WriterOptions = {},
): Promise<Writer> {
  const [command = "", ...args] = [
    ...before,
    process.execPath,
    `--import=${endWithStarter}`,
    await bundleProgram(new URL("./writer.ts", import.meta.url)),
    dataDir,
  ];
  const child = spawn(command, args, {
    ...account,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (child.stdout === null || child.stderr === null) throw new Error("Its output is not piped");
  const acknowledged: number[] = [];
  let errorOutput = "";
  child.stderr.on("data", (chunk) => {
    errorOutput += String(chunk);
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => (line === "ready" ? resolve() : acknowledged.push(Number(line))));
    ended.then(() => reject(new Error(errorOutput)), reject);
  });
  return {
    pid: child.pid ?? 0,
    acknowledged,
    errorOutput: () => errorOutput,
    async writes(more) {
      const count = acknowledged.length + more;
      while (acknowledged.length < count) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(
            `The writer ended by ${child.exitCode ?? child.signalCode}: ${errorOutput}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async end(signal, whom = "process") {
      if (child.exitCode === null && child.signalCode === null && child.pid)
        process.kill(whom === "group" ? -child.pid : child.pid, signal);
      await ended;
      return child.exitCode;
    },
  };
}
