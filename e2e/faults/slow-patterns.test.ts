import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../src");

/** Programs that read what others send: requests, responses and records. */
const folders = ["contract", "gateway", "http", "rules", "service"];

/** Patterns that only ever read a setting of this machine's operator. */
const ofSettings = new Set([String.raw`/\/+$/`]);

function* listPatterns(node: unknown): Generator<RegExp> {
  if (Array.isArray(node)) for (const one of node) yield* listPatterns(one);
  else if (typeof node === "object" && node !== null) {
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) yield new RegExp(regex.pattern, regex.flags);
    for (const value of Object.values(node)) yield* listPatterns(value);
  }
}

/** Without repetition, a pattern reads each character a fixed number of times. */
const repeats = ({ source }: RegExp): boolean =>
  /[*+]|,\}/.test(source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, ""));

const patterns = [
  ...new Map(
    folders
      .flatMap((folder) =>
        readdirSync(join(src, folder), { recursive: true, encoding: "utf8" }).map((name) =>
          join(src, folder, name),
        ),
      )
      .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/test-|\/testing\//.test(file))
      .flatMap((file) => [...listPatterns(parseSync(file, readFileSync(file, "utf8")).program)])
      .filter(repeats)
      .map((pattern) => [String(pattern), pattern]),
  ).values(),
].filter((pattern) => !ofSettings.has(String(pattern)));

const length = 2 ** 17;

/** Long runs of what the pattern names, alone and in pairs, with an end that fits nothing. */
function* hostileTexts({ source }: RegExp): Generator<string> {
  const signs = [...new Set(source.match(/[^\w\s()|^$*+?[\]{}]/gu))];
  const units = ["a", "0", " ", "\n", "\u0301", ...signs];
  const pairs = signs.flatMap((one) => [...signs, "a", " "].map((other) => one + other));
  for (const unit of [...units, ...pairs]) yield `${unit.repeat(length / unit.length)}\u0000`;
}

test("fault 19: no pattern takes more than linear time", () => {
  expect(patterns.length).toBeGreaterThan(20);
  const script = "for (const text of texts) text.replace(pattern, '')";
  for (const pattern of patterns) {
    const texts = [...hostileTexts(pattern)];
    // They take a few milliseconds, and a pattern that reads the rest again and again would take minutes: the limit ends it.
    const run = () => runInNewContext(script, { pattern, texts }, { timeout: 10_000 }) as unknown;
    expect(run, String(pattern)).not.toThrow();
  }
});
