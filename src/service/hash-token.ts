import { createHash, randomBytes } from "node:crypto";

/**
 * How a token is kept. One round of SHA-256 is enough where a password would need a slow hash: generated tokens are
 * 256 random bits, which no number of guesses reaches, and every request has to compute it.
 */
export const hashToken = (token: string): Buffer =>
  createHash("sha256").update(token, "utf8").digest();

/** A new token: 256 random bits, spelled so that it passes through headers, files and shells as it is. */
export const generateToken = (): string => randomBytes(32).toString("base64url");
