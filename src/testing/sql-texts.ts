import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

const isOfTests = /(?:^|\/)test-|\.test\.|\/testing\//;

/** What stands before a template with SQL. */
const beforeSql =
  /\b(?:(?:sql|transaction|query)(?:<[^`]{0,300}>)?|(?:query|script)(?:<[^`]{0,300}>)?\(\s*)$/;

/** The SQL in a file of code: in templates, also within others, and in strings. Values become `?`. */
export const findSql = (code: string): string[] => {
  const found = [...code.matchAll(/\b(?:query|script)\(\s*"([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  let at = 0;
  const readTemplate = (): void => {
    const isSql = beforeSql.test(code.slice(Math.max(0, at - 400), at));
    let text = "";
    for (at += 1; at < code.length && code[at] !== "`"; at += 1)
      if (code.startsWith("${", at)) {
        at += 2;
        readCode();
        text += "?";
      } else text += code[at];
    if (isSql) found.push(text);
  };
  /** Up to the brace that ends it, or to the end. */
  const readCode = (): void => {
    for (let open = 1; at < code.length; at += 1) {
      if (code[at] === "`") readTemplate();
      else if (code[at] === "{") open += 1;
      else if (code[at] === "}") open -= 1;
      if (open === 0) return;
    }
  };
  for (; at < code.length; at += 1) readCode();
  return found;
};

/** The migrations, and the SQL in the code of the gateway, the service and the database, without their tests. */
export const readAllSql = (): string =>
  ["database", "gateway", "service"]
    .flatMap((folder) =>
      readdirSync(join(root, "src", folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.(?:ts|sql)$/.test(name) && !isOfTests.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, "src", name), "utf8");
      return name.endsWith(".sql") ? [text.replaceAll(/--.*/g, "")] : findSql(text);
    })
    .join("\n;\n");
