import { accountOperations } from "#contract/account.ts";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { Upstream } from "./call-upstream.ts";
import type { SlotInUse } from "./count-slots.ts";

/** Outside every token's queue: a request without a token has no rate limit. */
const unpaced: SlotInUse = {
  answered: () => undefined,
  unsent: () => undefined,
  lost: () => undefined,
};

const limits = { headMs: 5_000, bodyMs: 5_000, maxBytes: maxAnswerBytes };

/**
 * Sends the API's smallest request (api 4.1) and returns whether the upstream answers without a 5xx. It carries no
 * token, so that it uses no request of a token's rate (api 7) and is also sent while the tokens are refused or paused:
 * a call that was never sent proves nothing about the upstream.
 */
export const probeUpstream = async (upstream: Upstream, basePath: string): Promise<boolean> => {
  const { method, path } = accountOperations.getAccount;
  const request = { method, path: basePath + path, token: undefined, body: undefined, limits };
  const result = await upstream.call({ ...request, changesState: false }, unpaced);
  return "status" in result && result.status < 500;
};
