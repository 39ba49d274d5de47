import { reportAnswer } from "./answer-events.ts";
import { isProxySignOut, toApiError } from "#web/base/api-error.ts";
import { toSilence } from "./silence.ts";

/** Undefined if the whole response arrived and isn't JSON. */
const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  });

/**
 * The JSON of a response that the gateway gives by itself, without the upstream. Reports that the gateway answers, or
 * that it doesn't. Throws an `ApiError` or an `AbortError`.
 */
export const readOwnAnswer = async (sent: Promise<Response>): Promise<unknown> => {
  const { response, json } = await sent
    .then(async (response) => ({ response, json: await readJson(response) }))
    .catch((cause: unknown) => {
      throw toSilence(cause, "refused", true);
    });
  if (isProxySignOut(response, json)) throw toApiError(401, undefined, false);
  if (!response.ok) throw toApiError(response.status, json, false);
  reportAnswer(true, true);
  return json;
};
