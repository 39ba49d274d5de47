/** The token types and the token-to-resource matrix of api 5. */

/**
 * Account: the whole workspace. Source and channel: one source, one channel. Operations of api section 4 accept each (api
 * 5.4).
 */
export const tokenTypes = ["account", "source", "channel"] as const;
export type TokenType = (typeof tokenTypes)[number];

/** The token header, in any case. `Authorization: Bearer` is not used (api 5.1). */
export const tokenHeader = "X-API-TOKEN";

/** The API's message for a wrong token type (api 5, 7). */
export const accessDenied = "You do not have access to perform this action";

/** The token types by resource group (api 5.3). If an operation lists its own, those apply (api 5.4). */
export const tokenMatrix = {
  account: ["account"],
  purchaseOrders: ["account", "source"],
  workflow: ["account"],
  returns: ["account", "channel"],
  webhooks: ["account"],
} as const satisfies Record<string, readonly TokenType[]>;
