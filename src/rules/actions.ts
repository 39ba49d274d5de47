import type { ActionHandle } from "#contract/handles.ts";
import type { Action } from "./action.ts";
import { anyFieldActions } from "./actions/any-field.ts";
import { entryActions } from "./actions/entries.ts";
import { numberActions } from "./actions/numbers.ts";
import { textPartActions } from "./actions/text-parts.ts";
import { textShapeActions } from "./actions/text-shape.ts";

/** Every action of api 2.15 by its handle; a handle without an entry does not compile. */
export const actions = {
  ...anyFieldActions,
  ...textShapeActions,
  ...textPartActions,
  ...numberActions,
  ...entryActions,
} as const satisfies Record<ActionHandle, Action>;
