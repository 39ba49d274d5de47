import type { FastifyRequest } from "fastify";
import type { Person } from "#contract/people.ts";

const people = new WeakMap<FastifyRequest, Person>();

/** A person as others read it: the name, and the id that tells people of the same name apart. */
export const namePerson = ({ id, name }: Pick<Person, "id" | "name">): string =>
  id === name ? id : `${name} (${id})`;

/** The person who sent a request, as others read it. Undefined without sign-in. */
export const nameSignedInPerson = (request: FastifyRequest): string | undefined => {
  const person = people.get(request);
  return person === undefined ? undefined : namePerson(person);
};

/** Called once for each request that passed the guard. */
export const rememberPerson = (request: FastifyRequest, person: Person): void => {
  people.set(request, person);
};
