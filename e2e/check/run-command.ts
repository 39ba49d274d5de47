import { spawn } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const endWithStarter = new URL("../support/end-with-starter.mjs", import.meta.url).href;

/** The running processes, which end together with the check. */
const running = new Set<ReturnType<typeof spawn>>();

/** Forwards a signal to every running process; a terminal sends Ctrl-C to all of them by itself. */
export const passOn = (signal: NodeJS.Signals): void => {
  for (const child of running) child.kill(signal);
};

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Returns the output instead of printing it. */
  readonly quiet?: boolean;
}

/** The exit code and the output of a command. */
export interface Ended {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs a Node script (a file from the project's root), and ends it with this process, however this one ends. */
export const runScript = (
  script: string,
  args: readonly string[],
  { env = {}, quiet = false }: RunOptions = {},
): Promise<Ended> =>
  new Promise((done) => {
    const child = spawn(
      process.execPath,
      [
        ...(script.endsWith(".ts") ? ["--import", "tsx"] : []),
        "--import",
        endWithStarter,
        script,
        ...args,
      ],
      {
        cwd: root,
        stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit", "ipc"],
        env: { ...process.env, ...env, ENDS_WITH: String(process.pid) },
      },
    );
    running.add(child);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const end = (ok: boolean) => {
      running.delete(child);
      done({ ok, output });
    };
    child.once("error", () => end(false));
    child.once("close", (code) => end(code === 0));
  });
