import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { hasEnded, markOfProcess } from "./database.ts";

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

const startOther = async (): Promise<string> => {
  child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(child, "spawn");
  return markOfProcess(child.pid) ?? "";
};

describe.runIf(process.platform === "linux")("the mark of a process", () => {
  it("shows that it runs, and that it has ended", async () => {
    const mark = await startOther();
    expect([mark === "", hasEnded(mark)]).toEqual([false, false]);
    child?.kill("SIGKILL");
    await once(child!, "exit");
    expect(hasEnded(mark)).toBe(true);
  });

  it("differs from that of another process with the same number", () => {
    const [pid, began, ...where] = (markOfProcess() ?? "").split(" ");
    expect(hasEnded([pid, began, ...where].join(" "))).toBe(false);
    expect(hasEnded([pid, Number(began) - 1, ...where].join(" "))).toBe(true);
  });

  it.each(["", "1", "1 2", "999999999 5 elsewhere/boot/pid:[1]", "x y z"])(
    "of another machine, or no mark at all, shows nothing: %j",
    (mark) => expect(hasEnded(mark)).toBe(false),
  );
});
