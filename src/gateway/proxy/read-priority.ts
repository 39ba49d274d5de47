/** Urgency of the standard Priority header (RFC 9218): 0 goes first, 7 last. */
export type Urgency = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const urgencies = [0, 1, 2, 3, 4, 5, 6, 7] as const satisfies readonly Urgency[];

/** The urgency of a request without the header (RFC 9218, section 4.1). */
const defaultUrgency: Urgency = 3;

/** From this priority on, a call is background work. */
export const backgroundUrgency: Urgency = 6;

const urgencyParameter = /^\s*u\s*=\s*([0-7])\s*(?:;.*)?$/;

/** The urgency in a Priority header. The last of several values counts, and an unreadable one is ignored. */
export const readPriority = (header: string | undefined): Urgency =>
  (header ?? "")
    .split(",")
    .map((member) => urgencyParameter.exec(member)?.[1])
    .reduce<Urgency>((found, digit) => urgencies[Number(digit)] ?? found, defaultUrgency);
