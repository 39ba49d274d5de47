import type { Person } from "./person.ts";

/** Reads the API behind the console, so that a task can pick its records. */
export type Api = <T>(path: string) => Promise<T>;

export interface Task {
  readonly name: string;
  /** The cost of the task in the first measurement, as it was recorded. */
  readonly before: string;
  /** The limit of its cost, in either way. */
  readonly most?: { readonly clicks: number; readonly keys: number };
  /** Opens the start of the task, which costs nothing. Each way uses other records than the one before. */
  readonly prepare: (person: Person, api: Api, turn: number) => Promise<void>;
  readonly run: (person: Person) => Promise<void>;
}
