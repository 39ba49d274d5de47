import type { FastifyRequest } from "fastify";
import { imageMarker } from "./seed/demo-image.ts";

/** A host as it may stand inside a JSON text; anything else in the Host header is not repeated. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/**
 * Puts the address at which the service was called in the place of the marker that demonstration records begin their
 * images' addresses with: the port may be another one after each start.
 */
export const placeImages = (json: string, { host, protocol }: FastifyRequest): string =>
  json.includes(imageMarker)
    ? json.replaceAll(
        `"${imageMarker}`,
        `"${plainHost.test(host) ? `${protocol}://${host}` : ""}/images/`,
      )
    : json;
