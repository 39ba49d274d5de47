import type { FastifyRequest } from "fastify";
import type { Person } from "#contract/people.ts";

const people = new WeakMap<FastifyRequest, Person>();

/**
 * The person who sent a request, as others read it: the name, and the id that tells people of the same name apart.
 * Undefined without sign-in.
 */
export const nameSignedInPerson = (request: FastifyRequest): string | undefined => {
  const person = people.get(request);
  if (person === undefined) return undefined;
  const { id, name } = person;
  return id === name ? id : `${name} (${id})`;
};

/** Called once for each request that passed the guard. */
export const rememberPerson = (request: FastifyRequest, person: Person): void => {
  people.set(request, person);
};
