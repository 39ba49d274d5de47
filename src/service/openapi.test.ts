import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "#contract/openapi.ts";
import { operationEntries } from "#contract/operations.ts";

const document = openApiDocument({ serverUrl: "https://api.supercargo.test", version: "1.0.0" });

describe("the OpenAPI document", () => {
  test("is valid and clean under the recommended rules of an OpenAPI linter", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    // The API itself spells one path with a trailing slash (`/channel/`).
    const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(found).toEqual([
      "no-path-trailing-slash: `/channel/` should not have a trailing slash.",
    ]);
  });

  test("describes every operation once, under its own name", () => {
    const described = Object.values(
      document["paths"] as Record<string, Record<string, { operationId: string }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(described.toSorted()).toEqual(operationEntries.map(([name]) => name).toSorted());
  });
});
