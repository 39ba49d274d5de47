import type { Api } from "#e2e/support/call-api.ts";
import type { Person } from "./person.ts";

export interface Task {
  readonly name: string;
  /** The cost of the task in the first measurement, as it was recorded. */
  readonly before: string;
  /** The limit of its cost, in either way. */
  readonly most?: { readonly clicks: number; readonly keys: number };
  /** Opens the start of the task, which costs nothing. Each way picks other records through `api`. */
  readonly prepare: (person: Person, api: Api, turn: number) => Promise<void>;
  readonly run: (person: Person) => Promise<void>;
}
