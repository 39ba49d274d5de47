import { expect, it } from "vitest";
import { openApiDocument } from "./openapi.ts";

interface Schemas {
  schemas: Record<string, { properties: Record<string, { description?: string }> }>;
}

const { schemas } = openApiDocument({ serverUrl: "https://api.supercargo.test", version: "1.0.0" })[
  "components"
] as Schemas;

it.each([
  ["url", /user name, password and query values are \[hidden\]/],
  ["requestHeaders", /signature's values and the address's credentials are \[hidden\]/],
  ["responseBody", /secrets in it are \[hidden\]/],
])("the API's document says what is hidden in %s of an attempt", (field, words) => {
  expect(schemas["WebhookAttempt"]?.properties[field]?.description).toMatch(words);
});
