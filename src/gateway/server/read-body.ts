import type { Operation } from "#contract/operation.ts";
import { type ParsedJson, parseExactJson } from "#http/parse-json.ts";
import type { FastifyRequest } from "fastify";
import type { Failure } from "./problems.ts";

/** Parses a body when it arrives, once; an empty one counts as none, whatever its content type (neighbours). */
export const parseBody = (bytes: Buffer): ParsedJson | undefined =>
  bytes.length === 0 ? undefined : parseExactJson(bytes);

/** Whether a body changes nothing, so that an update with it only reads its record. */
export const changesNothing = (
  { readsWith }: Pick<Operation, "readsWith">,
  body: unknown,
): boolean => readsWith !== undefined && JSON.stringify(body) === readsWith;

/** The parsed body of a request; undefined where the operation has none. */
export const readBody = (
  operation: Pick<Operation, "body">,
  { body }: Pick<FastifyRequest, "body">,
): { readonly value: unknown; readonly text?: string } | { readonly failure: Failure } => {
  const parsed = body as ParsedJson | undefined;
  if (parsed?.kind === "bad") return { failure: { kind: "bad-request", detail: parsed.message } };
  if (operation.body === undefined) return { value: undefined };
  return parsed === undefined
    ? { failure: { kind: "bad-request", detail: "This operation takes a JSON body." } }
    : { value: parsed.value, text: parsed.text };
};
