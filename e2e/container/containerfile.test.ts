import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommand, readContainerfile, readCopy, root } from "./read-containerfile.ts";

const instructions = readContainerfile();
const textsOf = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ text }) => text);

test("each file that is copied into the image exists", () => {
  const sources = textsOf("COPY").flatMap((text) => readCopy(text)?.sources ?? []);
  expect(sources).toContain("package-lock.json");
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

test("the image starts the program of npm start, and builds it with the same command", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [build, start] = scripts.start.split(" && exec ");
  expect(textsOf("RUN")).toContain(build);
  expect(readCommand(textsOf("CMD")[0] ?? "").join(" ")).toBe(start);
});

test("fault 63: the image runs as an ordinary user, and installs without running scripts", () => {
  const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  expect(lastStage.filter(({ name }) => name === "USER")).toEqual([{ name: "USER", text: "node" }]);
  const installs = textsOf("RUN").filter((text) => /\bnpm\b/.test(text));
  expect(installs.length).toBeGreaterThan(0);
  for (const text of installs) expect(text).toContain("--ignore-scripts");
});

test("instructions, copies and commands are read", () => {
  expect(readContainerfile("# note\nFROM a AS b\n\nRUN x && \\\n  y\n")).toEqual([
    { name: "FROM", text: "a AS b" },
    { name: "RUN", text: "x &&    y" },
  ]);
  expect(readCopy("--chown=node a b ./")).toEqual({ sources: ["a", "b"], target: "./" });
  expect(readCopy("--from=build /app /app")).toBeUndefined();
  expect(readCommand('--timeout=5s CMD ["node", "a.js"]')).toEqual(["node", "a.js"]);
});
