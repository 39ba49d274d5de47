import { connectionPath, TriedAddress } from "#contract/connection.ts";
import { readAnswer } from "#contract/read.ts";
import * as z from "zod/mini";
import { reportRefusal } from "./answer-events.ts";
import { ApiError, toApiError } from "./api-error.ts";

/**
 * Lets the gateway try variations of its base address: same scheme, host and port, one small request each. Takes some
 * seconds.
 */
export const tryAddresses = async (): Promise<TriedAddress[]> => {
  const response = await fetch(connectionPath, {
    method: "POST",
    headers: { Accept: "application/json", "X-Requested-By": "supercargo" },
  });
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw reportRefusal(toApiError(response.status, json, false));
  const { value, problems } = readAnswer(z.array(TriedAddress), json);
  if (problems.length > 0)
    throw new ApiError("The gateway's response is unreadable.", { outcome: "invalid" });
  return value;
};
