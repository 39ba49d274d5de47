import * as z from "zod/mini";
import { ErrorBody, RateLimitBody } from "./errors.ts";
import { maxBodyBytes, requestRate } from "./limits.ts";
import { type Operation, tokenHeader } from "./operation.ts";
import { operationEntries, type OperationName } from "./operations.ts";

type Json = Record<string, unknown>;

/** Values that are known only at run time. */
export interface OpenApiOptions {
  /** The address of the API. */
  readonly serverUrl: string;
  readonly version: string;
}

/** The resource groups, in the order of the document. */
const tags: readonly { name: string; description: string; paths: RegExp }[] = [
  {
    name: "account",
    description: "The workspace, its sources and its channels",
    paths: /^\/(account|sources|channel)/,
  },
  {
    name: "products",
    description: "Reseller product parents and their variants",
    paths: /^\/reseller-channels/,
  },
  {
    name: "purchase-orders",
    description: "Purchase orders (newest name: fulfillment orders) addressed to a source",
    paths: /^\/(purchase-orders|fulfillment-requests)/,
  },
  { name: "rmas", description: "Return merchandise authorizations", paths: /^\/rma/ },
  { name: "returns", description: "Returns and their refunds", paths: /^\/returns/ },
  { name: "mapping-rules", description: "Rules that transform data", paths: /^\/workflow/ },
  {
    name: "mapping-sets",
    description: "Lists that map values to other values",
    paths: /^\/mapping-set/,
  },
  {
    name: "webhooks",
    description: "Webhook configurations and their deliveries",
    paths: /^\/web(hh|h)ook/,
  },
];

const withComponentRefs = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Converts schemas to JSON Schema, and collects the named ones as components. */
const schemaWriter = () => {
  const components: Json = {};
  const write = (schema: z.ZodMiniType, io: "input" | "output" = "input"): Json => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
    for (const [name, definition] of Object.entries($defs ?? {}))
      components[name] ??= withComponentRefs(definition);
    const { id, ...own } = rest as Json;
    if (typeof id !== "string") return withComponentRefs(own) as Json;
    components[id] ??= withComponentRefs(own);
    return { $ref: `#/components/schemas/${id}` };
  };
  return { components, write };
};

type WriteSchema = ReturnType<typeof schemaWriter>["write"];

const parametersIn = (
  place: "path" | "query",
  schema: z.ZodMiniObject | undefined,
  write: WriteSchema,
): Json[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = write(schema, "output") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || (required.includes(name) && !("default" in property)),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
};

const jsonContent = (schema: Json) => ({ "application/json": { schema } });

const errorResponse = (description: string) => ({
  description,
  content: jsonContent({ $ref: "#/components/schemas/Error" }),
});

const describe = (operation: Operation): string =>
  [
    operation.description,
    `Tokens: ${operation.tokens.join(", ")}. Rate limit: ${operation.rate.limit} requests per ${operation.rate.window} per token.`,
    operation.changesState && operation.method === "GET"
      ? "This GET request changes records."
      : undefined,
    operation.extension ? "Extension: not specified in the API's own document." : undefined,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");

const tooMany = {
  description: `More than ${requestRate.limit} requests in a rolling ${requestRate.window} for one token`,
  headers: {
    "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  },
  content: jsonContent({ $ref: "#/components/schemas/RateLimitError" }),
};

/** The operations that return a version, and those of them that accept one. */
const readsVersion: ReadonlySet<string> = new Set<OperationName>([
  "getRma",
  "getReturn",
  "listMappingRules",
  "getMappingSet",
  "createMappingSet",
  "listMappingSetItems",
  "getWebhookConfiguration",
  "createWebhookConfiguration",
]);
const acceptsVersion: ReadonlySet<string> = new Set<OperationName>([
  "updateRmaItems",
  "updateReturn",
  "saveMappingRule",
  "updateMappingSet",
  "saveMappingSetItems",
  "updateWebhookConfiguration",
]);

const tag = { type: "string", examples: ['"9r0pGNGmbVtVzqJXWJqXhw"'] };
const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The ETag of the version that the change was made to; without it, any version is changed",
  schema: tag,
};
const etag = {
  description:
    "The version of the record, where it is a single one, or of all items of a mapping set",
  schema: tag,
};

const createResponses = (name: string, operation: Operation, write: WriteSchema): Json => ({
  [String(operation.status ?? 200)]: {
    description: "Success",
    ...(readsVersion.has(name) || acceptsVersion.has(name) ? { headers: { ETag: etag } } : {}),
    content: jsonContent(write(operation.response)),
  },
  ...(acceptsVersion.has(name)
    ? { "412": errorResponse("The record has changed since the version in If-Match") }
    : {}),
  "400": errorResponse("The request is invalid; each issue is listed with its path"),
  "401": errorResponse("The token is missing, malformed or no longer valid"),
  "403": errorResponse("The token's type or scope does not allow this operation"),
  ...(operation.params === undefined ? {} : { "404": errorResponse("Record not found") }),
  ...(operation.body === undefined
    ? {}
    : {
        "413": errorResponse(`The body is larger than ${maxBodyBytes / 2 ** 20} MB`),
        "415": errorResponse("The body was not sent as application/json"),
      }),
  "429": tooMany,
  "500": errorResponse("The service failed; retry idempotent calls only"),
});

const operationObject = (name: string, operation: Operation, write: WriteSchema): Json => ({
  operationId: name,
  tags: tags.filter(({ paths }) => paths.test(operation.path)).map((tag) => tag.name),
  summary: operation.summary,
  description: describe(operation),
  ...(operation.deprecated === true ? { deprecated: true } : {}),
  parameters: [
    ...parametersIn("path", operation.params, write),
    ...parametersIn("query", operation.query, write),
    ...(acceptsVersion.has(name) ? [ifMatch] : []),
  ],
  ...(operation.body === undefined
    ? {}
    : { requestBody: { required: true, content: jsonContent(write(operation.body)) } }),
  responses: createResponses(name, operation, write),
  security: [{ token: [] }],
  "x-section": operation.section,
  "x-token-types": operation.tokens,
  "x-rate-limit": operation.rate,
  "x-changes-state": operation.changesState,
  "x-extension": operation.extension,
});

/** The OpenAPI 3.1 document of all operations of the service, computed from the operations table. */
export const openApiDocument = ({ serverUrl, version }: OpenApiOptions): Json => {
  const { components, write } = schemaWriter();
  write(ErrorBody);
  write(RateLimitBody);
  const paths: Record<string, Json> = {};
  for (const [name, operation] of operationEntries) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = operationObject(name, operation, write);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Supercargo service",
      version,
      description:
        "Products, purchase orders, returns, mapping rules and webhooks of one account, its sources and its channels.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: "apiKey", in: "header", name: tokenHeader } },
    },
    security: [{ token: [] }],
  };
};
