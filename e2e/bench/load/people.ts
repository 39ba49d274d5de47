import { setTimeout as sleep } from "node:timers/promises";

/** What a request is for: the priorities with which the console sends it, and whether it changes a record. */
export const kinds = {
  click: { priority: "u=1", changes: false },
  screen: { priority: "u=3", changes: false },
  background: { priority: "u=6", changes: false },
  write: { priority: "u=1", changes: true },
} as const;
export type Kind = keyof typeof kinds;

/** Sends one request for a person and waits for its response. */
export type Send = (kind: Kind, person: string, path: string, body?: object) => Promise<void>;

export interface Day {
  readonly people: number;
  readonly seconds: number;
  /** Seconds between two cases of a person. */
  readonly secondsPerCase: number;
}

/** The requests of one case: a list with its number of records, an RMA with its return, and a decision on it. */
const workOnCase = async (send: Send, person: string, id: number): Promise<void> => {
  const counting = send("background", person, `/purchase-orders/count?sinceId=${id}`);
  await send("click", person, `/rma?status=Waiting&pageNumber=1&pageSize=50&returnId=${id}`);
  await send("click", person, `/rma/${id}`);
  await send("screen", person, `/returns/${id}`);
  // The record is read again before it is changed.
  await send("click", person, `/rma/${id}?before=save`);
  await send("write", person, `/rmas/${id}/items`, [{ id, approvedQuantity: 1 }]);
  await counting;
};

/** A person who begins a case when its time has come and the case before is done. */
const spendDay = async (send: Send, person: number, day: Day, begun: number): Promise<void> => {
  const cases = Math.max(1, Math.floor(day.seconds / day.secondsPerCase));
  for (let number = 0; number < cases; number += 1) {
    // All begin the day within two seconds; later cases of different people are spread evenly.
    const part =
      number === 0 ? (2 * person) / day.people : (day.secondsPerCase * person) / day.people;
    const dueAt = begun + (number * day.secondsPerCase + part) * 1_000;
    await sleep(Math.max(0, dueAt - performance.now()));
    await workOnCase(send, `person-${person}`, 1_000 * (person + 1) + number);
  }
};

/** Resolves when everyone has finished. */
export const replayDay = async (day: Day, send: Send): Promise<void> => {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: day.people }, (_, person) => spendDay(send, person, day, begun)),
  );
};
