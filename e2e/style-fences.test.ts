import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { theme } from "#web/theme.ts";

const web = resolve(import.meta.dirname, "../src/web");

/** The names themselves, and the style of the frames that show HTML, which no name reaches. */
const exempt: readonly string[] = [join("ui", "tokens.css"), join("ui", "rich-text.css")];

const functions = "rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|drop-shadow";
const names =
  "black|white|gray|grey|silver|red|maroon|orange|yellow|gold|green|lime|teal|blue|navy|purple|pink|brown";
const literal = RegExp(
  `#[\\da-f]{3,8}\\b|(?<![-\\w])(?:(?:${functions})\\(|(?:${names})(?![-\\w]))`,
  "i",
);
const named = /^(?:none|(?:var\(--[\w-]+\)[\s,]*)+)$/;

/** The spaces of tokens.css that are the same at every density, and those of the theme. */
const tokens = readFileSync(join(web, "ui/tokens.css"), "utf8");
const spaces = new Set<string | undefined>([
  ...Object.values(theme.spacing ?? {}),
  ...Array.from(tokens.matchAll(/--s\d: ([\d.]+rem);/g), ([, space]) => space),
]);
const radii = new Set<string | undefined>(Object.values(theme.radius ?? {}));

/** Whether a space or a radius is written that has a name. */
const hasName = (property: string, value: string): boolean => {
  const lengths = value.match(/(?<![\w.-])[\d.]+(?:px|rem)\b/g) ?? [];
  if (property.endsWith("-radius")) return lengths.some((length) => radii.has(length));
  return (
    /^(?:margin|padding|(?:row-|column-)?gap)/.test(property) &&
    lengths.some((length) => spaces.has(length))
  );
};

/** The declarations with a color or a shadow that has no name, or a space or a radius that is written instead of its name. */
const findUnnamed = (css: string): string[] =>
  [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([\w-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(
    ([declaration, property = "", value = ""]) =>
      literal.test(value) ||
      (property.endsWith("-shadow") && !named.test(value.trim())) ||
      hasName(property, value)
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
  ["a { padding: 0.25rem 1.6rem; }", ["padding: 0.25rem 1.6rem"]],
  ["a { margin-inline: auto max(0.5rem, 2em); }", ["margin-inline: auto max(0.5rem, 2em)"]],
  ["a { row-gap: 2.25rem; }", ["row-gap: 2.25rem"]],
  ["a { border-start-start-radius: 3px; }", ["border-start-start-radius: 3px"]],
  ["a { padding: 3px 10.5rem 0.55rem; margin: 0 -0.5rem; border-radius: 1rem 2px; }", []],
  ["a { height: 1rem; border: 3px solid var(--line); gap: var(--s1); }", []],
])("in %j, only values without their name are found", (css, unnamed) => {
  expect(findUnnamed(css)).toEqual(unnamed);
});

test("colors, shadows, spaces and radii of the console's styles have the names of theme.ts or tokens.css", async () => {
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
