import { describe, expect, test } from "vitest";
import { decidedTopics } from "./decided-cases.ts";
import { caseExample } from "./describe-example.ts";
import { after, holds } from "#rules/testing/handles.ts";

const cases = decidedTopics.flatMap((topic) => topic.cases);

describe("decided cases", () => {
  test.each(cases.flatMap(({ text, condition }) => (condition ? [{ text, ...condition }] : [])))(
    "$text",
    ({ handle, value, operands, result }) => {
      expect(holds(handle, value, operands)).toBe(result);
    },
  );

  test.each(cases.flatMap(({ text, action }) => (action ? [{ text, ...action }] : [])))(
    "$text",
    ({ handle, value, operands, result, type }) => {
      expect(after(handle, value, operands, type)).toEqual(result);
    },
  );

  // The README is printed from the table: `npx vitest run src/rules/decided-cases.test.ts -u` writes it.
  test("are in the README", async () => {
    const topics = decidedTopics.map(({ title, cases: decided }) => {
      const lines = decided.map((one) => {
        const example = caseExample(one);
        return `- ${one.text}${example === "" ? "" : `\n  _${example}_`}`;
      });
      return `### ${title}\n\n${lines.join("\n")}\n`;
    });
    await expect(`${introduction}\n${topics.join("\n")}`).toMatchFileSnapshot("./README.md");
  });
});

const introduction = `# What mapping rules do

\`runColumns(rule, createTable(records, context))\` runs a rule over many records, \`runRules(rules, record, context)\` over one.
There is one interpreter: it judges each condition on a whole column of values, keeps what an edit doesn't change, and explains any
record on demand (\`run.trace(record)\`).

- \`comparators/\`, \`actions/\`: the meaning of each handle, as tables by data type
- \`fold-text.ts\`, \`find-text.ts\`, \`sentences.ts\`: the text model: characters, case, searching
- \`decimal.ts\`, \`iso-time.ts\`: the only readers of numbers and of dates
- \`operands.ts\`, \`read-value.ts\`: what operands and values can be
- \`rule-parts.ts\`, \`rule-catalogue.ts\`: the parts of a rule, and the workflow's records that they name
- \`record-table.ts\`: records as columns, and writing to them
- \`judge-condition.ts\`: lists, elements, other fields, named values in conditions
- \`change-column.ts\`: the same for actions
- \`run-rule.ts\`, \`run-columns.ts\`: groups, child rules, tiers, several rules; counts and changed cells
- \`trace-rule.ts\`, \`trace-condition.ts\`: why, in words
- \`lineage.ts\`, \`count-lookups.ts\`: how the rules of an event change each field of a record; what they look up
- \`rule-tests.ts\`: what a rule makes of kept records, the part to blame where that is not as expected, and what no test exercises
- \`describe-*.ts\`, \`value-words.ts\`: rules and values in words
- \`analysis/\`: what is probably not meant in rules: \`analyzeRules(rules, setting, table)\`
- \`decided-cases.ts\`: the list below

A new comparator or action is a row in its table; the compiler demands it for each handle of the API.

## Where the API's reference is silent
`;
