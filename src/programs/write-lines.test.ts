import { expect, test } from "vitest";
import { createLineWriter } from "./explain-start.ts";

/** A file on a disk with a given number of free bytes. */
const openFile = (free: number) => {
  const file = { text: "", free };
  const write = (text: string, done: (error?: Error) => void) => {
    const written = text.slice(0, file.free);
    file.text += written;
    file.free -= written.length;
    done(written === text ? undefined : new Error("ENOSPC"));
  };
  return { file, write };
};

test.each([
  ["in the middle of a line", 8, "one\ntwo \nfour\nfive\n"],
  ["before the end of a line", 11, "one\ntwo two\nfour\nfive\n"],
  ["after a line", 12, "one\ntwo two\n\nfour\nfive\n"],
  ["from the beginning", 0, "\nfour\nfive\n"],
])("a disk that becomes full %s, and free again, keeps later lines whole", (_, free, expected) => {
  const { file, write } = openFile(free);
  const print = createLineWriter({ write });
  for (const line of ["one", "two two", "three"]) print(line);
  file.free = 1_000;
  for (const line of ["four", "five"]) print(line);
  expect(file.text).toBe(expected);
});
