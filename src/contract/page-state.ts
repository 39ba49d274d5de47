import type { Connection } from "./connection.ts";
import type { Session } from "./people.ts";
import type { Preferences } from "./preferences.ts";

/** The id of the JSON block in the page. */
export const pageStateId = "page-state";

/** What the gateway writes into the page, so that its first script knows where it is and who uses it. */
export interface PageState {
  readonly session: Session;
  /** The state of the connection to the upstream; null before sign-in. */
  readonly connection: Connection | null;
  /** Whether the upstream serves an operation ("GET /rma"), as far as its answers said. */
  readonly served: Readonly<Record<string, boolean>>;
  /** The ISO 4217 code of the currency in which amounts are shown; null: plain numbers. */
  readonly currency: string | null;
  /** Whether another editor must approve each change of a mapping rule. */
  readonly reviewsRules: boolean;
  /** What the console remembers for the person; empty before sign-in, or without the gateway's database. */
  readonly preferences: Preferences;
}
