import type { FastifyRequest } from "fastify";
import type { Person } from "#contract/people.ts";
import { namePerson } from "#contract/signed-in-people.ts";

const people = new WeakMap<FastifyRequest, Person>();

/** The person who sent a request, as others read it. Undefined without sign-in. */
export const nameSignedInPerson = (request: FastifyRequest): string | undefined => {
  const person = people.get(request);
  return person === undefined ? undefined : namePerson(person);
};

/** Called once for each request that passed the guard. */
export const rememberPerson = (request: FastifyRequest, person: Person): void => {
  people.set(request, person);
};
