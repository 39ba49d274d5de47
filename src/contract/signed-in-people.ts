import * as z from "zod/mini";
import { maxPersonId } from "./limits.ts";
import { operation, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import { roles } from "./people.ts";
import {
  body,
  list,
  record,
  requiredInteger,
  requiredOpenEnum,
  requiredText,
} from "./primitives.ts";

/*
 * The people who are signed in with OpenID Connect. These operations are the gateway's own; no upstream has them. Where a
 * proxy signs people in, or no sign-in is needed, the gateway keeps no sessions and the list is empty.
 */

/** A person as others read it: the name, and the id that tells people of the same name apart. */
export const namePerson = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  id === name ? id : `${name} (${id})`;

/** One person with sessions, in any number of browsers. */
export const SignedInPerson = record({
  id: requiredText("As the sign-in provider names the person"),
  name: requiredText("As of the newest sign-in"),
  roles: list(
    requiredOpenEnum(roles),
    "More than one if the role was changed between the person's sign-ins",
  ),
  signedInAt: requiredText("The oldest sign-in whose session has not ended"),
  lastUsedAt: requiredText("The last request that was not background work, to the minute"),
  sessions: requiredInteger("The number of browsers in which the person is signed in"),
});
export type SignedInPerson = z.infer<typeof SignedInPerson>;

const EndSessionsRequest = body({
  personId: z.string().check(z.minLength(1), z.maxLength(maxPersonId)),
});

const EndedSessions = record({ ended: requiredInteger("The number of sessions that were ended") });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const peopleOperations = {
  listSignedInPeople: operation({
    method: "GET",
    path: "/people",
    summary: "List the people who are signed in, last used first",
    description: "X-Total-Count is the number on all pages.",
    section: "neighbours",
    query: z.object({
      search: z.optional(
        z.string().check(z.maxLength(200), z.describe("Part of a name, an ID or an email address")),
      ),
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: z.array(SignedInPerson),
    tokens: tokenTypes,
    changesState: false,
    role: "admin",
    act: "see who is signed in",
    extension: true,
  }),
  endSessions: operation({
    method: "POST",
    path: "/people/sign-out",
    summary: "End all sessions of one person, except the one that sends this request",
    section: "neighbours",
    body: EndSessionsRequest,
    response: EndedSessions,
    tokens: tokenTypes,
    changesState: true,
    role: "admin",
    act: "end the sessions of others",
    extension: true,
  }),
};
