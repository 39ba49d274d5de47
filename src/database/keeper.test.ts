import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keeperScript, usersPipe } from "./keeper.ts";

test("fault 38: a keeper continues where another made the pipe between its check and its attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "supercargo-keeper-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Creates the pipe and fails, like the command does for the slower of two processes.
  const real = ["/usr/bin", "/bin"].join(delimiter);
  await writeFile(
    join(folder, "mkfifo"),
    `#!/bin/sh\nPATH=${real} command mkfifo "$@"\necho "File exists" >&2\nexit 1\n`,
    { mode: 0o755 },
  );
  const keeper = spawn("/bin/sh", ["-c", keeperScript, "supercargo", "true"], {
    cwd: folder,
    env: { PATH: [folder, real].join(delimiter) },
    stdio: "ignore",
  });
  const ended = once(keeper, "exit");
  const isThere = async () => {
    for (;;) {
      const user = await open(join(folder, usersPipe), "r+").catch(() => undefined);
      if (user || keeper.exitCode !== null) return user;
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const user = await isThere();
  expect(await ended).toEqual([0, null]);
  await user?.close();
});
