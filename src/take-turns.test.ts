import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = `
import { writeFileSync } from "node:fs";
import { takeTurn } from ${JSON.stringify(new URL("take-turns.mjs", import.meta.url).href)};
const [folder, content = ""] = process.argv.slice(2);
const lock = folder + "/prepare.lock";
if (content !== "") writeFileSync(lock, content.replaceAll("OWN", process.pid));
await takeTurn(folder, console.log);
console.log("mine");
process.stdin.resume().once("end", () => process.exit());
`;

interface Turn {
  readonly pid: number;
  output(): string;
  /** Ends it, in an orderly way without a signal. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

let folder: string;
let lock: string;
let children: Turn[] = [];
beforeEach(async () => {
  children = [];
  folder = await mkdtemp(join(tmpdir(), "supercargo-turns-"));
  lock = join(folder, "prepare.lock");
  await writeFile(join(folder, "program.mjs"), program);
});
afterEach(async () => {
  await Promise.all(children.map(({ end }) => end("SIGKILL")));
  await rm(folder, { recursive: true });
});

/** Takes its turn in the folder, after it wrote a lock with the given content, and has it until it is ended. */
const start = (content = ""): Turn => {
  const child = spawn(process.execPath, [join(folder, "program.mjs"), folder, content], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "close");
  const started: Turn = {
    pid: child.pid ?? 0,
    output: () => output,
    end: async (signal?: NodeJS.Signals) => {
      if (signal === undefined) child.stdin.end();
      else child.kill(signal);
      await ended;
    },
  };
  children.push(started);
  return started;
};

test("a second one says that it waits, and for whom, until the first has ended", async () => {
  const first = start();
  await expect.poll(first.output).toBe("mine\n");
  const second = start();
  const waits = `Waiting for another start that installs or builds (process ${first.pid}) ...\n`;
  await expect.poll(second.output).toBe(waits);
  expect(await readFile(lock, "utf8")).toMatch(new RegExp(`^${first.pid} `));
  await first.end();
  await expect.poll(second.output).toBe(`${waits}mine\n`);
  await second.end();
  expect(existsSync(lock)).toBe(false);
});

test("a turn that a signal ended is over", async () => {
  const first = start();
  await expect.poll(first.output).toBe("mine\n");
  await first.end("SIGTERM");
  expect(existsSync(lock)).toBe(true);
  const second = start();
  await expect.poll(second.output).toBe("mine\n");
});

test.each([
  ["this process's own id", "OWN"],
  ["this process's own id, of an earlier start of the machine", "OWN 1"],
  ["the id of a process that started at another time", `${process.pid} 1`],
  ["an id that no process has", "4194305"],
  ["nothing", " "],
])("a lock with %s belongs to no running process", async (_, content) => {
  const { output } = start(content);
  await expect.poll(output).toBe("mine\n");
});
