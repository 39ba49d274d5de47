import { createHash, randomBytes } from "node:crypto";

/**
 * Hashes a token for storage. One round of SHA-256 is enough where a password would need a slow hash: generated tokens
 * are 256 random bits, which cannot be guessed, and every request has to compute it.
 */
export const hashToken = (token: string): Buffer =>
  createHash("sha256").update(token, "utf8").digest();

/** A new token: 256 random bits in characters that need no escaping in headers, files and shells. */
export const generateToken = (): string => randomBytes(32).toString("base64url");
