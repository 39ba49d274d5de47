import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

type Json = Record<string, unknown>;

/** A schema without the words that explain it, and without the patterns of its texts. */
const shape = (schema: unknown): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === "description" || key === "pattern" ? undefined : value,
  );

const fields = ({ properties = {}, required = [] }: Json): string[] =>
  Object.entries(properties as Json).map(
    ([name, schema]) =>
      `  ${name}${(required as string[]).includes(name) ? " (required)" : ""} ${shape(schema)}`,
  );

const operation = ({ operationId, parameters, requestBody, responses }: Json): string[] => [
  ...(parameters as Json[]).map(
    ({ name, in: place, required, schema }) =>
      `  ${String(place)} ${String(name)}${required === true ? " (required)" : ""} ${shape(schema)}`,
  ),
  ...(requestBody === undefined ? [] : [`  body ${shape(requestBody)}`]),
  `  ${String(operationId)} ${Object.keys(responses as Json).join(" ")} ${shape(Object.values(responses as Json)[0])}`,
];

test("operations, records and fields are those of the API (testing/openapi.txt, compared with its reference by hand)", async () => {
  const { paths, components } = openApiDocument({ serverUrl: "/", version: "1" }) as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, Json> };
  };
  const lines = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, one]) => [
        `${method.toUpperCase()} ${path}`,
        ...operation(one),
      ]),
    ),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [name, ...fields(schema)]),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("testing/openapi.txt");
});
