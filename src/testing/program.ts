import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { endWithStarter } from "#database/testing/end-with-starter.ts";

/** start.ts in its own process. */
export interface TestProgram {
  readonly url: string;
  /** Its output so far. */
  output(): string;
  /** Sends a signal to the process or its whole group, and returns how it ended. */
  end(signal?: NodeJS.Signals, whom?: "process" | "group"): Promise<number | NodeJS.Signals | null>;
}

/** A program that ended before it was ready. */
export interface EndedProgram {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Open files that an output goes to, instead of `output()`. */
export interface Outputs {
  readonly stdout?: number;
  readonly stderr?: number;
}

interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<unknown>;
}

const root = resolve(import.meta.dirname, "../..");

let isPrepared = false;
/** The command of `npm start`, built if it is outdated: from one file it starts in less than half the time. */
function program(): string[] {
  if (!isPrepared)
    execFileSync(process.execPath, ["src/build/prepare.mjs", "server"], { cwd: root });
  isPrepared = true;
  return [process.execPath, "--enable-source-maps", ".cache/server/start.js"];
}

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { stdout, stderr }: Outputs = {},
): Started {
  const [command = "", ...rest] = args[0] === "npm" ? args : [...program(), ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      SERVICE_PORT: "0",
      SERVICE_DEMO: "0",
      SERVICE_RATE_LIMIT: "0",
      // Also applied to the processes that npm starts: npm cannot know this process, so the whole group ends.
      NODE_OPTIONS: `--import=${endWithStarter}`,
      ...env,
    },
    detached: true,
    stdio: ["ignore", stdout ?? "pipe", stderr ?? "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (printed += String(chunk)));
  return { child, output: () => printed, ended: once(child, "close") };
}

/** Runs it until it ends. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  outputs?: Outputs,
): Promise<EndedProgram> {
  const { child, output, ended } = start(args, env, outputs);
  await ended;
  return { exitCode: child.exitCode, output: output() };
}

/** Starts it, or the given npm command instead, and waits for its `ready` line. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  outputs?: Outputs,
): Promise<TestProgram> {
  const { child, output, ended } = start(args, env, outputs);
  const readyUrl = (): string | undefined => /^ready (http:\S+)$/m.exec(output())?.[1];
  while (readyUrl() === undefined) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended before it was ready:\n${output()}`);
    await new Promise((done) => setTimeout(done, 10));
  }
  return {
    url: readyUrl() ?? "",
    output,
    async end(signal = "SIGTERM", whom = "process") {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && child.pid !== undefined)
        process.kill(whom === "group" ? -child.pid : child.pid, signal);
      await ended;
      return child.exitCode ?? child.signalCode;
    },
  };
}
