import { parse, serialize } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies of signing in: of a session, and of a browser that is just signing in. */
type CookieName = "session" | "sign-in";

export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined;
  set(
    request: FastifyRequest,
    reply: FastifyReply,
    name: CookieName,
    value: string,
    ms: number,
  ): void;
  clear(request: FastifyRequest, reply: FastifyReply, name: CookieName): void;
}

/**
 * A secure cookie can't be set by another site, by a subdomain or without TLS. Without TLS, which is allowed on this
 * machine only, browsers refuse such a name, and share cookies between ports: the name then contains the port.
 */
const nameOf = (request: FastifyRequest, name: CookieName, secure: boolean): string =>
  secure ? `__Host-supercargo-${name}` : `supercargo-${name}-${request.raw.socket.localPort ?? 0}`;

export const createCookies = (secure: boolean): Cookies => {
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const write = (reply: FastifyReply, name: string, value: string, maxAge: number): void => {
    reply.header("set-cookie", serialize(name, value, { ...attributes, maxAge }));
  };
  return {
    read: (request, name) => parse(request.headers.cookie ?? "")[nameOf(request, name, secure)],
    set: (request, reply, name, value, ms) =>
      write(reply, nameOf(request, name, secure), value, Math.floor(ms / 1_000)),
    clear: (request, reply, name) => write(reply, nameOf(request, name, secure), "", 0),
  };
};
