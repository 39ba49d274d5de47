import type { Person } from "./person.ts";

/** What a task may use besides the screen: the API behind the console, to pick its records. */
export type Api = <T>(path: string) => Promise<T>;

export interface Task {
  readonly name: string;
  /** What the task cost in the walk that began this, in the walk's words. */
  readonly before: string;
  /** What it may cost at most, either way. */
  readonly most?: { readonly clicks: number; readonly keys: number };
  /** Goes where the task begins, which costs nothing. Each way takes other records than the one before. */
  readonly prepare: (person: Person, api: Api, turn: number) => Promise<void>;
  readonly run: (person: Person) => Promise<void>;
}
