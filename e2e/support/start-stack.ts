import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { connectionPath } from "#contract/connection.ts";

const root = resolve(import.meta.dirname, "../..");

/** The Account token that a test's service accepts, so that a test can look at the records behind the console. */
export const testToken = "token-of-a-test-that-is-long-enough";

/** The program that `npm start` runs, as a process of its own on ports of its own. */
export interface Stack {
  /** The console's address. */
  readonly url: string;
  /** The API behind it. */
  readonly upstreamUrl: string;
  /** Where its records are. */
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything it has printed. */
  readonly output: () => string;
  /** Ends it as a person does (SIGTERM), or at once (SIGKILL); its records stay until `remove`. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Forgets its records. */
  readonly remove: () => Promise<void>;
}

export interface StackOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Where the records are; a new empty folder unless given. */
  readonly dataDir?: string;
}

const readyAddress = async (child: ChildProcess, output: () => string): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) {
    const [, url] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url.replace(/\/$/, "");
  }
  throw new Error(`The program ended before it was ready:\n${output()}`);
};

const upstreamOf = async (url: string): Promise<string> => {
  const headers = { "x-requested-by": "supercargo" };
  const answer = await fetch(url + connectionPath, { headers });
  const { baseUrl } = (await answer.json()) as { baseUrl: string };
  return baseUrl;
};

/** Starts the program and waits until it accepts requests. The limits are lifted unless `env` sets them. */
export const startStack = async ({ env = {}, dataDir }: StackOptions = {}): Promise<Stack> => {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "supercargo-e2e-")));
  const child = spawn(process.execPath, ["--enable-source-maps", ".cache/server/start.js"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      SERVICE_PORT: "0",
      DATA_DIR: folder,
      SERVICE_TOKEN: testToken,
      SERVICE_DEMO: "1",
      SERVICE_RATE_LIMIT: "0",
      API_RATE_LIMIT: "500",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  // A test's process that ends before its tests do leaves nothing running.
  const endToo = () => void child.kill("SIGKILL");
  process.once("exit", endToo);
  child.once("exit", () => process.off("exit", endToo));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const url = await readyAddress(child, () => printed);
  const baseUrl = await upstreamOf(url).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url,
    upstreamUrl: baseUrl,
    dataDir: folder,
    process: child,
    output: () => printed,
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
