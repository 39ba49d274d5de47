import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleProgram } from "./test-bundle.ts";
import { endWithStarter } from "./test-end-with-starter.ts";

/** A real process of ours that writes to a database until it is ended. */
export interface Writer {
  pid: number;
  /** The rows it was told are written. */
  acknowledged: number[];
  /** What it said on standard error. */
  complaints(): string;
  /** Resolves when that many more rows are acknowledged. */
  writes(more: number): Promise<void>;
  /** Signals the process, or its whole group. */
  end(signal: NodeJS.Signals, whom?: "process" | "group"): Promise<number | null>;
}

export interface WriterOptions {
  uid?: number;
  gid?: number;
  /** Set in front of the command: `["prlimit", "--nofile=64"]`. */
  before?: string[];
}

/** Starts a writer in a process group of its own; resolves when it is ready, rejects with what it said when it ends. */
export async function startWriter(
  dataDir: string,
  { before = [], ...account }: WriterOptions = {},
): Promise<Writer> {
  const [command = "", ...args] = [
    ...before,
    process.execPath,
    `--import=${endWithStarter}`,
    await bundleProgram(new URL("test-writer.ts", import.meta.url)),
    dataDir,
  ];
  const child = spawn(command, args, {
    ...account,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (child.stdout === null || child.stderr === null) throw new Error("Its output is not piped");
  const acknowledged: number[] = [];
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += String(chunk);
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => (line === "ready" ? resolve() : acknowledged.push(Number(line))));
    ended.then(() => reject(new Error(complaints)), reject);
  });
  return {
    pid: child.pid ?? 0,
    acknowledged,
    complaints: () => complaints,
    async writes(more) {
      const count = acknowledged.length + more;
      while (acknowledged.length < count) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(
            `The writer ended by ${child.exitCode ?? child.signalCode}: ${complaints}`,
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
