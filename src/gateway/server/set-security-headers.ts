import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Console, pageAddress } from "./serve-console.ts";

interface PageSecurity {
  /** The built console, if there is one. */
  readonly files: Console | undefined;
  /** Allowed image origins in addition to https: the embedded service serves its own over http. */
  readonly imageOrigins: readonly string[];
}

const hashOf = (content: string) =>
  `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/**
 * The hashes of the built page's inline elements (a boot script that sets the color scheme, for example); no others
 * run.
 */
const inlineHashes = (files: Console | undefined, element: "script" | "style"): string[] => {
  const page = files?.get(pageAddress)?.plain.toString() ?? "";
  const inline = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi");
  return [...page.matchAll(inline)].map(([, content = ""]) => hashOf(content));
};

/** Browser features that the console does not use. */
const unusedFeatures =
  "accelerometer browsing-topics camera display-capture geolocation gyroscope hid " +
  "magnetometer microphone midi payment publickey-credentials-get screen-wake-lock " +
  "serial usb xr-spatial-tracking";

const permissionsPolicy = unusedFeatures
  .split(" ")
  .map((feature) => `${feature}=()`)
  .join(", ");

/** What the page itself requests with scripts, links and fetch. */
const partsOfPage: readonly unknown[] = ["empty", "script", "style", "font", "image", "manifest"];

const isPartOfPage = ({ headers }: FastifyRequest): boolean =>
  partsOfPage.includes(headers["sec-fetch-dest"]);

/** Where a part of the page is not opened as a page, the other headers say nothing: 900 bytes of each response. */
const partHeaders = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/**
 * The headers of every response: no content of another site runs here, and no other site reads, frames or embeds it.
 */
export const setSecurityHeaders = async (
  app: FastifyInstance,
  { files, imageOrigins }: PageSecurity,
): Promise<void> => {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineHashes(files, "script")],
        styleSrc: ["'self'", ...inlineHashes(files, "style")],
        imgSrc: ["'self'", "https:", "data:", ...imageOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'none'"],
        // Descriptions are shown in sandboxed frames of the page's own (srcdoc).
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Text becomes HTML or script only through the purifier and the frame that shows its output.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["dompurify", "rich-text"],
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    // Each response of the server has it: see `createApp`.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (isPartOfPage(request)) {
      reply.headers(partHeaders);
      return;
    }
    await reply.helmet();
    reply.header("permissions-policy", permissionsPolicy);
  });
};
