import { expect, test } from "vitest";
import { isWaiting, type SaveState } from "./save-machine.ts";

const unknown = { kind: "unknown", error: undefined, sent: 1 } as const;

test.each<[SaveState<number, never>, boolean]>([
  [{ kind: "reading" }, true],
  [{ kind: "sending", sent: 1 }, true],
  [{ ...unknown, checking: true }, true],
  [{ ...unknown, checking: false }, false],
  [{ kind: "editing" }, false],
])("%j waits for an answer: %j", (state, waits) => expect(isWaiting(state)).toBe(waits));
