/** The limits of api 8, and this project's own where the API names none. */

/** Requests per token in any rolling window of one second (api 8). */
export const requestRate = { limit: 2, window: "1s", windowMs: 1_000 } as const;

/** Page sizes of the paged lists (api 8). */
export const pageSize = { minimum: 1, maximum: 50, default: 50 } as const;

/** The page size of mapping sets; the query has no size parameter. */
export const mappingSetPageSize = 100;

/** The largest request body in bytes; the API names none. */
export const maxBodyBytes = 1024 * 1024;

/** The largest head of a request in bytes: browsers send the cookies of all programs at a host name. */
export const maxHeaderBytes = 48 * 1024;

/** The largest upstream response that the gateway reads, in bytes. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** The same for the orders of one retrieval (api 4.3), which has no pages. */
export const maxReceivedBytes = 64 * 1024 * 1024;

/** The maximum nesting of a JSON body; a deeper one is refused with 400. */
export const maxNesting = 32;

/** The maximum number of groups, conditions, actions and child rules in one mapping rule. */
export const maxRuleNodes = 5_000;

/** The longest name in a request, in characters; the API names no limit. */
export const maxNameLength = 255;

/** The longest ID of a person in a request, in characters; the sign-in provider chooses the IDs. */
export const maxPersonId = 500;

/** The longest description, note, reason or mapped value in a request, in characters. */
export const maxTextLength = 10_000;

/** The largest amount in a request, in either direction: with its cents, a double represents it exactly. */
export const maxAmount = 999_999_999_999.99;
