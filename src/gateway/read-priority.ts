/** Urgency of the standard Priority header (RFC 9218): 0 goes first, 7 last. */
export type Urgency = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const urgencies = [0, 1, 2, 3, 4, 5, 6, 7] as const satisfies readonly Urgency[];

/** What a person's click has when the header says nothing (RFC 9218, section 4.1). */
export const defaultUrgency: Urgency = 3;

/** From this priority on, a call is background work. */
export const backgroundUrgency: Urgency = 6;

const urgencyParameter = /^\s*u\s*=\s*([0-7])\s*(?:;.*)?$/;

/** The urgency that a Priority header asks for. The last of several counts, and what cannot be read is ignored. */
export const readPriority = (header: string | undefined): Urgency =>
  (header ?? "")
    .split(",")
    .map((member) => urgencyParameter.exec(member)?.[1])
    .reduce<Urgency>((found, digit) => urgencies[Number(digit)] ?? found, defaultUrgency);
