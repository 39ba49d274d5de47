import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { theme } from "#web/theme.ts";

const web = resolve(import.meta.dirname, "../src/web");

/** The names themselves, and the style of the frames that show HTML, which no name reaches. */
const exempt: readonly string[] = [join("kit", "tokens.css"), join("kit", "rich-text.css")];

const functions = "rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|drop-shadow";
const names =
  "black|white|gray|grey|silver|red|maroon|orange|yellow|gold|green|lime|teal|blue|navy|purple|pink|brown";
const literal = RegExp(
  `#[\\da-f]{3,8}\\b|(?<![-\\w])(?:(?:${functions})\\(|(?:${names})(?![-\\w]))`,
  "i",
);
const named = /^(?:none|(?:var\(--[\w-]+\)[\s,]*)+)$/;

/** The spaces of tokens.css that are the same at every density, and those of the theme. */
const tokens = readFileSync(join(web, "kit/tokens.css"), "utf8");
const spaces = new Set<string | undefined>([
  ...Object.values(theme.spacing ?? {}),
  ...Array.from(tokens.matchAll(/--s\d: ([\d.]+(?:px|rem));/g), ([, space]) => space),
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

/** The folders whose style sheets may set lengths. */
const shared = /^(?:kit|editing|records)[\\/]/;

const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, "");

const listDeclarations = (css: string) =>
  Array.from(
    withoutComments(css).matchAll(/([\w-]+):\s*([^;{}]+)(?=[;}])/g),
    ([declaration, property = "", value = ""]) => ({ declaration, property, value }),
  );

/** The declarations with a color or a shadow that has no name, or a space or a radius that is written instead of its name. */
const findUnnamed = (css: string): string[] =>
  listDeclarations(css).flatMap(({ declaration, property, value }) =>
    literal.test(value) ||
    (property.endsWith("-shadow") && !named.test(value.trim())) ||
    hasName(property, value)
      ? [declaration]
      : [],
  );

const length = /(?<![\w.-])-?[\d.]+(?:px|r?em|r?ex|rlh|rch|cm|in|pc|q)\b/gi;

/**
 * The widths, in rem, at which a layout changes: a query can't use a variable. Those of windows are the theme's, the
 * widths from which a second or third column fits and the height below which no bar stays at an edge; those of
 * containers are the widths of a list or a panel.
 */
const breakpoints = {
  media: new Set([
    ...Object.values(theme.breakpoints ?? {}).map((width) => Number.parseFloat(width ?? "")),
    37.5,
    64,
    72,
    75,
    76,
    80,
    96,
    100,
    110,
    120,
  ]),
  container: new Set([40, 44, 52, 76]),
};

/** Whether a width is a breakpoint, or next to one so that no width is on both sides of it. */
const isBreakpoint = (kind: "media" | "container", width: string): boolean =>
  [0, 0.01, -0.01].some((off) =>
    breakpoints[kind].has(Math.round((Number.parseFloat(width) + off) * 100) / 100),
  ) && width.endsWith("rem");

/**
 * The lengths that a screen's style sheet sets instead of using a name. It may write only 0, shares (%, fr, vw, dvh),
 * the sizes of its text (ch for the width of a paragraph, lh for lines) and, on paper, pt and mm.
 */
const findLengths = (css: string): string[] => {
  const queries = Array.from(
    withoutComments(css).matchAll(/@(media|container)\b([^{;]*)/g),
    ([, kind, query = ""]) =>
      (query.match(length) ?? []).filter(
        (width) => !isBreakpoint(kind as keyof typeof breakpoints, width),
      ),
  );
  const declared = listDeclarations(css).flatMap(({ declaration, value }) =>
    value.match(length) ? [declaration] : [],
  );
  return [...queries.flat(), ...declared];
};

/** The lengths in a component's code: in its props, its styles and its queries. */
const findLengthsInCode = (code: string): string[] =>
  Array.from(
    code
      .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")
      .matchAll(/(?:(?:width|height): |["'`\s(,])(-?[\d.]+(?:px|r?em))(?=["'`\s),])/g),
    ([found, width = ""]) => (/^\w/.test(found) && isBreakpoint("media", width) ? [] : [width]),
  ).flat();

const breakpointNames = Object.keys(theme.breakpoints ?? {}).join("|");

/**
 * The breakpoints that name a value of an object, as in a responsive prop of Mantine: `mt={{ base: 0, md: "xs" }}`. For
 * each of these Mantine creates a style element, which the content policy forbids.
 */
const findResponsive = (code: string): string[] =>
  Array.from(
    code
      .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")
      .matchAll(RegExp(`[{,]\\s*["']?(${breakpointNames})["']?\\s*:`, "g")),
    ([, name = ""]) => name,
  );

const listSheets = async (): Promise<string[]> => {
  const files = (await readdir(web, { recursive: true })).filter((file) => file.endsWith(".css"));
  expect(files).toEqual(expect.arrayContaining([...exempt, "shell.css"]));
  return files;
};

/** What a check finds in files, each with the file's name. */
const findInFiles = async (
  files: readonly string[],
  find: (text: string) => readonly string[],
): Promise<string[]> => {
  const found = await Promise.all(
    files.map(async (file) =>
      find(await readFile(join(web, file), "utf8")).map((one) => `${file}: ${one}`),
    ),
  );
  return found.flat();
};

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
  const files = (await listSheets()).filter((file) => !exempt.includes(file));
  expect(await findInFiles(files, findUnnamed)).toEqual([]);
});

test.each([
  ["a { width: 3.5rem; }", ["width: 3.5rem"]],
  ["a { outline: 2px solid var(--edge) }", ["outline: 2px solid var(--edge) "]],
  ["a { inset: 0 -.5em auto; }", ["inset: 0 -.5em auto"]],
  ["a { height: min(24rem,\n 50vh); }", ["height: min(24rem,\n 50vh)"]],
  ["a { --mine: calc(100% - 1PX); }", ["--mine: calc(100% - 1PX)"]],
  ["@media (min-width: 61rem) and (max-width: 960px) { a { order: 1; } }", ["61rem", "960px"]],
  ["@container list (max-width: 48rem) { a { order: 1; } }", ["48rem"]],
  ["@media (min-width: 60rem) and (max-width: 71.99rem) { a { order: 1; } }", []],
  ["@container (max-width: 39.99rem) { a { width: var(--size-2-5); } }", []],
  ["a { margin: 0 auto; flex: 1 1 0; height: 45dvh; max-width: 70ch; min-height: 2lh; }", []],
  ["@media print { a { font-size: 10.5pt; margin: 1.6mm 0; } }", []],
  ["/* 3px */ a { grid-template-columns: minmax(0, 5fr) 20%; line-height: 1.15; }", []],
])("in %j, only lengths of its own are found", (css, lengths) => {
  expect(findLengths(css)).toEqual(lengths);
});

test("no screen's style sheet sets a length of its own", async () => {
  const files = (await listSheets()).filter((file) => !shared.test(file));
  expect(await findInFiles(files, findLengths)).toEqual([]);
});

test.each([
  [`<Modal size="40rem" yOffset="max(0.5rem, 9dvh)" />`, ["40rem", "0.5rem"]],
  ["<p style={{ inset: `0 -3px`, height: `${rows}px` }} />", ["-3px"]],
  [`createMediaQuery("(min-width: 61rem) and (max-width: 79.99rem)")`, ["61rem"]],
  [`<Modal size="var(--size-40)" title="3 rem" />; // 40rem `, []],
])("in %j, only lengths of its own are found", (code, lengths) => {
  expect(findLengthsInCode(code)).toEqual(lengths);
});

/** The files of components and their logic; the theme is where lengths and breakpoints are defined. */
const listCode = async (): Promise<string[]> => {
  const files = (await readdir(web, { recursive: true })).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && file !== "theme.ts",
  );
  expect(files).toEqual(expect.arrayContaining(["shell.tsx", join("kit", "dialog.tsx")]));
  return files;
};

test("no screen's component sets a length of its own", async () => {
  const files = (await listCode()).filter((file) => !shared.test(file));
  expect(await findInFiles(files, findLengthsInCode)).toEqual([]);
});

test.each([
  ["<Group mt={{ base: 0, md: `xs` }} />", ["md"]],
  ["<Group\n  gap={{\n    'sm': 0, xl: 1,\n  }}\n/>", ["sm", "xl"]],
  ["<Group w={wide ? { lg : 1 } : 1} {...{ p: { xs: 1 } }} />", ["lg", "xs"]],
  ["const space = { base: 0, md: 1 };", ["md"]],
  ['<Button size="md" flex={1} style={{ margin: 0 }} /> // mt={{ md: 1 }}', []],
  ["choose(one, md ? sm : lg, { md, xsmall: 1 });", []],
])("in %j, only values by breakpoint are found", (code, responsive) => {
  expect(findResponsive(code)).toEqual(responsive);
});

test("no component has a responsive prop, which would create a style element", async () => {
  expect(await findInFiles(await listCode(), findResponsive)).toEqual([]);
});

/** Variables that Mantine's components set on their elements. */
const setByMantine = /^--(?:mantine-[\w-]+|drawer-height)$/;

test("every name that a style uses is defined, and every name of tokens.css is used", async () => {
  const files = (await readdir(web, { recursive: true })).filter((file) =>
    /(?<!\.test)\.(?:css|tsx?)$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(web, file), "utf8")));
  const text = withoutComments(texts.join("\n"));
  const listNames = (pattern: RegExp, source = text) =>
    new Set(Array.from(source.matchAll(pattern), ([, name = ""]) => name));
  const defined = listNames(/(?<![\w(-])["'`]?(--[a-z][\w-]*)["'`]?(?::| as |\]|;)/g);
  // A name with a value in place of a missing one may be missing.
  const used = listNames(/var\((--[\w-]+)\)/g);
  expect([...used].filter((name) => !defined.has(name) && !setByMantine.test(name))).toEqual([]);
  const mentioned = listNames(/var\((--[\w-]+)/g);
  const ours = listNames(/(--[\w-]+):/g, withoutComments(tokens));
  expect([...ours].filter((name) => !mentioned.has(name))).toEqual([]);
});
