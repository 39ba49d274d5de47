import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { listTexts } from "./support/list-texts.ts";

const web = resolve(import.meta.dirname, "../src/web");

/** What all screens share, and the screens of everyone. Administrators' screens name the parts of the system. */
const ofEveryone = /^(?!screens\/|testing\/)|^screens\/(?!connection\/)/;

/** Words of machines, which say nothing to who decides returns. */
const machineWords =
  /\b(?:API|gateway|upstream|comparators?|ECONN\w*|[Rr]equests? (?:per second|ID)|[Ii]nternal failure)\b/;

test("no text that everyone reads has a word of machines", async () => {
  const files = (await readdir(web, { recursive: true })).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && ofEveryone.test(file),
  );
  expect(files).toEqual(expect.arrayContaining(["shell.tsx", join("kit", "error-notice.tsx")]));
  const found = await Promise.all(
    files.map(async (file) =>
      (await listTexts(join(web, file)))
        .filter((text) => machineWords.test(text))
        .map((text) => `${file}: ${text}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});
