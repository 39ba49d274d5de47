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

/** A call that waits for its turn. */
export interface Waiting {
  urgency: Urgency;
  /** The signed-in person; people take turns within a lane. Undefined without sign-in. */
  readonly person: string | undefined;
  /** Its position in the order of arrival; a call that is retried keeps it. */
  readonly order: number;
}

/** One of this many turns goes to the call that the order of urgency passed over. */
const turnsPerKeptTurn = 8;

const byOrder = (a: Waiting, b: Waiting) => a.order - b.order;

/**
 * The order in which waiting calls are sent: by urgency, within an urgency by person in turn, for one person by
 * arrival. Nothing starves: one turn of eight goes to the oldest background call, and one to the oldest call of all, if
 * the order of urgency passed them over for the seven turns before.
 */
export const createQueue = () => {
  const waiting = new Set<Waiting>();
  const lastServed = new Map<string | undefined, number>();
  const passedOver = { background: 0, oldest: 0 };
  let turn = 0;

  const oldest = (among: readonly Waiting[]): Waiting | undefined => among.toSorted(byOrder)[0];
  const isBackground = (one: Waiting) => one.urgency >= backgroundUrgency;

  const byUrgency = (all: readonly Waiting[]): Waiting | undefined => {
    const urgency = Math.min(...all.map((one) => one.urgency));
    return all
      .filter((one) => one.urgency === urgency)
      .toSorted(
        (a, b) =>
          (lastServed.get(a.person) ?? 0) - (lastServed.get(b.person) ?? 0) || byOrder(a, b),
      )[0];
  };

  const choose = (all: readonly Waiting[]): Waiting | undefined => {
    const oldestBackground = oldest(all.filter(isBackground));
    if (oldestBackground !== undefined && passedOver.background >= turnsPerKeptTurn - 1)
      return oldestBackground;
    if (passedOver.oldest >= turnsPerKeptTurn - 1) return oldest(all);
    return byUrgency(all);
  };

  const countPassedOver = (chosen: Waiting, all: readonly Waiting[]) => {
    passedOver.background =
      !isBackground(chosen) && all.some(isBackground) ? passedOver.background + 1 : 0;
    const passed = all.some((one) => one.order < chosen.order && one.urgency > chosen.urgency);
    passedOver.oldest = passed ? passedOver.oldest + 1 : 0;
  };

  return {
    add: (one: Waiting): void => void waiting.add(one),
    /** True when it was in the queue. */
    remove: (one: Waiting): boolean => waiting.delete(one),
    /** Removes and returns the next call. */
    next: (): Waiting | undefined => {
      const all = [...waiting];
      const chosen = choose(all);
      if (chosen === undefined) return undefined;
      countPassedOver(chosen, all);
      waiting.delete(chosen);
      turn += 1;
      lastServed.set(chosen.person, turn);
      if (waiting.size === 0) lastServed.clear();
      return chosen;
    },
    /** Removes the newest background call, to admit a person's. */
    yieldBackground: (): Waiting | undefined => {
      const last = [...waiting].filter(isBackground).toSorted(byOrder).at(-1);
      if (last !== undefined) waiting.delete(last);
      return last;
    },
    clear: (): Waiting[] => {
      const all = [...waiting];
      waiting.clear();
      lastServed.clear();
      return all;
    },
    size: () => waiting.size,
    sizeOf: (person: string | undefined): number =>
      [...waiting].filter((one) => one.person === person).length,
    /** The number of waiting calls at each urgency, 0 to 7. */
    lanes: (): number[] =>
      urgencies.map((urgency) => [...waiting].filter((one) => one.urgency === urgency).length),
  };
};
