import * as z from "zod/mini";
import { TriedAddress } from "#contract/connection.ts";
import { ApiError } from "#web/base/api-error.ts";
import { reportRefusal } from "./answer-events.ts";
import { askGateway } from "./connection.ts";

/* Apart from `connection.ts`, which belongs to the first load. */

/**
 * Lets the gateway try variations of its base address: same scheme, host and port, one small request each. Takes some
 * seconds.
 */
export const tryAddresses = (): Promise<TriedAddress[]> =>
  askGateway(z.array(TriedAddress), { method: "POST" }).catch((error: unknown) => {
    throw error instanceof ApiError ? reportRefusal(error) : error;
  });
