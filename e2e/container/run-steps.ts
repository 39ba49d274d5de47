import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCommand, readContainerfile, readCopy, root } from "./read-containerfile.ts";

/*
 * `npm run container-steps`: runs the steps of the Containerfile without a container, in a temporary folder: copies the
 * files that git tracks and builds them, takes away the right to write to all folders but those of the data and of temporary
 * files, starts the program behind an identity header, and waits for its health check. Started by root, it uses an ordinary
 * user; it takes minutes, so `npm test` leaves it out.
 */

const isRoot = process.getuid?.() === 0;
const ordinary = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const port = process.env["PORT"] ?? "4290";
const base = mkdtempSync(join(tmpdir(), "container-"));
/** The image's folders, in place of /app, /data and /tmp, and of the user's own. */
const app = join(base, "app");
const home = join(base, "home");
const inPlace = (text: string) =>
  text.replaceAll(/(?<![\w.])\/(app|data|tmp)(?![\w-])/g, (_, name: string) => join(base, name));

const env: Record<string, string> = {
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  TMPDIR: join(base, "tmp"),
};

const giveToUser = (path: string) => {
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", path]);
};

const run = (text: string): void => {
  console.log(`RUN ${text}`);
  const step = spawnSync("sh", ["-c", text], { cwd: app, env, stdio: "inherit", ...ordinary });
  if (step.status !== 0) throw new Error(`This step failed: ${text}`);
};

/** The files of a checkout with their folders: one that isn't committed must not be needed. */
const listTracked = (): Set<string> => {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  const files = execFileSync("git", ["ls-files", "-z"], options).split("\0").filter(Boolean);
  const paths = new Set<string>();
  for (const file of files)
    for (let path = file; path !== "."; path = dirname(path)) paths.add(join(root, path));
  return paths;
};
const tracked = listTracked();

const copy = (text: string): void => {
  const copied = readCopy(text);
  if (copied === undefined) return;
  const { sources, target } = copied;
  for (const source of sources) {
    const to = join(app, target === "./" ? basename(source) : target);
    cpSync(join(root, source), to, { recursive: true, filter: (path) => tracked.has(path) });
  }
  giveToUser(app);
};

const readEnvironment = (text: string): [string, string][] =>
  inPlace(text)
    .split(" ")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);

const steps: Readonly<Record<string, (text: string) => void>> = {
  // Its first step makes the folders, as root.
  RUN: (text) => (text.startsWith("mkdir") ? undefined : run(inPlace(text))),
  COPY: copy,
  ENV: (text) => Object.assign(env, Object.fromEntries(readEnvironment(text))),
};

/** Everything but the data and temporary folders belongs to another user, or loses its write permission. */
const makeReadOnly = (): void => {
  // npm has written to it, in the build.
  rmSync(home, { recursive: true });
  mkdirSync(home);
  if (isRoot) {
    execFileSync("chown", ["-R", "0:0", app, home]);
    execFileSync("chown", ["0:0", base]);
  }
  execFileSync("chmod", ["-R", "a-w", app, home]);
  execFileSync("chmod", ["a-w", base]);
  for (const folder of [app, home, base]) {
    const write = spawnSync("touch", [join(folder, "written")], ordinary);
    if (write.status === 0) throw new Error(`${folder} can be written.`);
  }
};

const signIn = {
  PORT: port,
  SERVICE_PORT: "0",
  PUBLIC_URL: "https://console.example.com",
  IDENTITY_HEADER: "X-Forwarded-User",
  IDENTITY_ROLES: "*=viewer",
  IDENTITY_PEERS: "127.0.0.1",
  IDENTITY_SECRET: "only-for-this-container",
};

const textOf = (name: string): string =>
  readContainerfile().findLast((each) => each.name === name)?.text ?? "";

const startAndStop = async (): Promise<void> => {
  const started = { ...env, ...signIn };
  const [command = "", ...args] = readCommand(textOf("CMD"));
  const program = spawn(command, args, { cwd: app, env: started, stdio: "inherit", ...ordinary });
  const ended = once(program, "exit");
  try {
    const [check = "", ...rest] = readCommand(textOf("HEALTHCHECK"));
    const isHealthy = () =>
      spawnSync(check, rest, { cwd: app, env: started, ...ordinary }).status === 0;
    for (let tries = 60; !isHealthy(); tries--) {
      if (tries === 0 || program.exitCode !== null) throw new Error("It did not become healthy.");
      await sleep(1_000);
    }
    console.log("Healthy.");
  } finally {
    program.kill("SIGTERM");
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`It ended with ${String(code)} after SIGTERM.`);
};

try {
  for (const name of ["app", "data", "tmp", "home"]) mkdirSync(join(base, name));
  if (isRoot) execFileSync("chmod", ["755", base]);
  giveToUser(base);
  for (const { name, text } of readContainerfile()) steps[name]?.(text);
  makeReadOnly();
  await startAndStop();
  console.log("All steps of the Containerfile work.");
} finally {
  execFileSync("chmod", ["-R", "u+w", base]);
  rmSync(base, { recursive: true, force: true });
}
