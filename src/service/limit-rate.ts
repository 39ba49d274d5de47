import type { RateLimitBody } from "#contract/errors.ts";
import { requestRate } from "#contract/limits.ts";

/** The answer to a request over the limit (api 7). The window is one second, so waiting one second is always enough. */
export const rateLimitHeaders = { "retry-after": "1" } as const;

export const rateLimitBody = (limit: number): RateLimitBody => ({
  error: `Rate limit exceeded: more than ${limit} requests in 1 second for this token`,
  data: { limit, window: requestRate.window },
});
