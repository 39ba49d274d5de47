import { queryOptions } from "@tanstack/react-query";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { invalidateChanges } from "./audit.ts";
import { call, fetchAnswer } from "./call.ts";
import { invalidate } from "./query-client.ts";

/* Sessions are the gateway's: reading and ending them costs no upstream request. */

const peopleKey = ["people"] as const;

/** A page of the people whose name, ID or email address contains a text. */
interface PeopleFilter {
  search?: string | undefined;
  pageNumber: number;
  pageSize: number;
}

/** One page of the people who are signed in, last used first. */
export const signedInPeople = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [...peopleKey, "list", filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(peopleOperations.listSignedInPeople, { query: filter, signal, urgency: "click" }),
    staleTime: 0,
  });

/** Ends all sessions of a person, except the one of this browser. Resolves when the list is read again. */
export const endSessions = async (personId: string): Promise<void> => {
  try {
    await call(peopleOperations.endSessions, { body: { personId }, urgency: "click" });
  } finally {
    void invalidateChanges();
    await invalidate({ queryKey: peopleKey });
  }
};
