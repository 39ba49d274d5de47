/** The limits of api 8, and those that this project sets where the API names none. */

/** Requests per token in any rolling window of one second (api 8). */
export const requestRate = { limit: 2, window: "1s", windowMs: 1_000 } as const;

/** A request's rate as the operations table carries it. */
export type RequestRate = typeof requestRate;

/** Page sizes of the paged lists (api 8). */
export const pageSize = { minimum: 1, maximum: 50, default: 50 } as const;

/** Mapping sets come in pages of this many; the query has no size. */
export const mappingSetPageSize = 100;

/** The largest request body in bytes; the API names none. */
export const maxBodyBytes = 1024 * 1024;

/** The largest upstream answer that the gateway reads, in bytes. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** The same for the orders of one retrieval (api 4.3), which has no pages. */
export const maxReceivedBytes = 64 * 1024 * 1024;

/** How deep a JSON body may nest; a deeper one is refused with 400. */
export const maxNesting = 32;

/** How many groups, conditions, actions and child rules one mapping rule may hold. */
export const maxRuleNodes = 5_000;
