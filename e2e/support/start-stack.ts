import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { connectionPath } from "#contract/connection.ts";
import { type Beginning, createRecords, type Records } from "./records.ts";

const root = resolve(import.meta.dirname, "../..");

/** The Account token that a test's service accepts, so that a test can read the records behind the console. */
export const testToken = "token-of-a-test-that-is-long-enough";

/** The location of a console's records: another console that is given the same location continues with them. */
interface Place {
  /** The folder for the gateway's files. */
  readonly dataDir: string;
  /** A database on the run's server. */
  readonly records: Records;
}

/** The program that `npm start` runs, as a process of its own on ports of its own. */
export interface Stack {
  /** The console's address. */
  readonly url: string;
  /** The API behind it. */
  readonly upstreamUrl: string;
  readonly place: Place;
  /** All of its output. */
  readonly output: () => string;
  /** Ends it by SIGTERM, as a user does, or at once by SIGKILL; its records stay until `remove`. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Deletes its records. */
  readonly remove: () => Promise<void>;
}

export interface StackOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of a new database. Default: demonstration. */
  readonly records?: Beginning;
  /** The location of a console that has ended, to continue with. */
  readonly place?: Place;
}

const makePlace = async (records: Beginning): Promise<Place> => ({
  dataDir: await mkdtemp(join(tmpdir(), "supercargo-e2e-")),
  records: await createRecords(records),
});

const removePlace = async ({ dataDir, records }: Place): Promise<void> => {
  await rm(dataDir, { recursive: true, force: true });
  await records.remove();
};

const readyAddress = async (child: ChildProcess, output: () => string): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) {
    const [, url] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url.replace(/\/$/, "");
  }
  throw new Error(`The program ended before it was ready:\n${output()}`);
};

const findUpstream = async (url: string): Promise<string> => {
  const headers = { "x-requested-by": "supercargo" };
  const answer = await fetch(url + connectionPath, { headers });
  const { baseUrl } = (await answer.json()) as { baseUrl: string };
  return baseUrl;
};

const command = [
  "--enable-source-maps",
  "--import",
  new URL("end-with-starter.mjs", import.meta.url).href,
  ".cache/server/start.js",
];

/** Rate limits are off unless `env` sets them; a database on the run's server is already filled. */
const environment = ({ dataDir, records }: Place, env: StackOptions["env"]) => ({
  PATH: process.env["PATH"] ?? "",
  ENDS_WITH: String(process.pid),
  PORT: "0",
  SERVICE_PORT: "0",
  DATA_DIR: dataDir,
  SERVICE_TOKEN: testToken,
  SERVICE_RATE_LIMIT: "0",
  API_RATE_LIMIT: "500",
  DATABASE_URL: records.databaseUrl,
  SERVICE_DEMO: "0",
  ...env,
});

/** Starts the program and waits until it accepts requests. */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const place = options.place ?? (await makePlace(options.records ?? "demonstration"));
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: environment(place, options.env),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  try {
    const url = await readyAddress(child, () => printed);
    return {
      url,
      upstreamUrl: await findUpstream(url),
      place,
      output: () => printed,
      stop,
      remove: () => removePlace(place),
    };
  } catch (error) {
    await stop("SIGKILL");
    await removePlace(place);
    throw error;
  }
};
