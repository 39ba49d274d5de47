import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const web = resolve(import.meta.dirname, "../src/web");

/** The names of all colors and shadows, and the style of the frames that show HTML, which no name reaches. */
const exempt: readonly string[] = [join("ui", "tokens.css"), join("ui", "rich-text.css")];

const functions = "rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|drop-shadow";
const names =
  "black|white|gray|grey|silver|red|maroon|orange|yellow|gold|green|lime|teal|blue|navy|purple|pink|brown";
const literal = RegExp(
  `#[\\da-f]{3,8}\\b|(?<![-\\w])(?:(?:${functions})\\(|(?:${names})(?![-\\w]))`,
  "i",
);
const named = /^(?:none|(?:var\(--[\w-]+\)[\s,]*)+)$/;

/** The declarations with a color or a shadow that has no name. */
const findUnnamed = (css: string): string[] =>
  [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([\w-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(
    ([declaration, property = "", value = ""]) =>
      literal.test(value) || (property.endsWith("-shadow") && !named.test(value.trim()))
        ? [declaration]
        : [],
  );

test.each([
  ["a { color: #fff; }", ["color: #fff"]],
  ["a { border: 1px solid #75899080 }", ["border: 1px solid #75899080 "]],
  ["a { background: rgb(0 0 0 / 50%); }", ["background: rgb(0 0 0 / 50%)"]],
  [
    "a { background: linear-gradient(color-mix(in oklab, var(--bad) 9%, transparent), red); }",
    ["background: linear-gradient(color-mix(in oklab, var(--bad) 9%, transparent), red)"],
  ],
  ["a:hover { --mine: White; color: var(--mine); }", ["--mine: White"]],
  ["a { box-shadow: 0 0 0 1px var(--petrol); }", ["box-shadow: 0 0 0 1px var(--petrol)"]],
  ["a { filter: drop-shadow(0 0 2px var(--ink)); }", ["filter: drop-shadow(0 0 2px var(--ink))"]],
  ["a { box-shadow: var(--stripe) var(--bad),\n var(--row-lines); }", []],
  ["a { box-shadow: none; white-space: nowrap; color: var(--mantine-color-white); }", []],
  ["/* #fff */ a:is(#abc, .red) { color: inherit; border-color: currentcolor; }", []],
  ["a { background: linear-gradient(to top, var(--well) 50%, transparent 50%); }", []],
])("in %j, only colors and shadows without a name are found", (css, unnamed) => {
  expect(findUnnamed(css)).toEqual(unnamed);
});

test("colors and shadows of the console's styles are named in theme.ts or tokens.css", async () => {
  const files = (await readdir(web, { recursive: true })).filter((file) => file.endsWith(".css"));
  expect(files).toEqual(expect.arrayContaining([...exempt]));
  const found = await Promise.all(
    files
      .filter((file) => !exempt.includes(file))
      .map(async (file) =>
        findUnnamed(await readFile(join(web, file), "utf8")).map((one) => `${file}: ${one}`),
      ),
  );
  expect(found.flat()).toEqual([]);
});
