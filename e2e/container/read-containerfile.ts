import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** One instruction of the Containerfile: `RUN`, and what follows it. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions in order; comments and empty lines are left out. */
export const readContainerfile = (
  text: string = readFileSync(resolve(root, ".ci/Containerfile"), "utf8"),
): Instruction[] =>
  text
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", ...rest] = line.split(" ");
      return { name, text: rest.join(" ").trim() };
    });

/** The sources and the target of a COPY from the checkout; undefined for one from an earlier stage. */
export const readCopy = (text: string): { sources: string[]; target: string } | undefined => {
  const words = text.split(/\s+/);
  if (words.some((word) => word.startsWith("--from="))) return undefined;
  const paths = words.filter((word) => !word.startsWith("--"));
  return { sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
};

/** The words of a command in JSON, like that of CMD. */
export const readCommand = (text: string): string[] =>
  JSON.parse(text.slice(text.indexOf("["))) as string[];
