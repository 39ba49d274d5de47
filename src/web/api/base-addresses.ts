import { connectionPath, TriedAddress } from "#contract/connection.ts";
import { readAnswer } from "#contract/read.ts";
import * as z from "zod/mini";
import { reportRefusal } from "./answer-events.ts";
import { ApiError } from "#web/base/api-error.ts";
import { readOwnAnswer } from "./own-answer.ts";

/**
 * Lets the gateway try variations of its base address: same scheme, host and port, one small request each. Takes some
 * seconds.
 */
export const tryAddresses = async (): Promise<TriedAddress[]> => {
  const sent = fetch(connectionPath, {
    method: "POST",
    headers: { Accept: "application/json", "X-Requested-By": "supercargo" },
  });
  const json = await readOwnAnswer(sent).catch((error: unknown) => {
    throw error instanceof ApiError ? reportRefusal(error) : error;
  });
  const { value, problems } = readAnswer(z.array(TriedAddress), json);
  if (problems.length > 0)
    throw new ApiError("The gateway's response is unreadable.", { outcome: "invalid" });
  return value;
};
