// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { type SavePlan, type SaveState, useSaveMachine } from "./save-machine.ts";
import { sendWaitingSaves, waitingSaves } from "./waiting-saves.ts";

type Plan = SavePlan<string, string, string, never>;
type Machine = ReturnType<typeof useSaveMachine<string, string, string, never>>;

const unreachable = () => new ApiError("silence", { status: 0, outcome: "refused" });
let isDown = true;
const sent = vi.fn<(text: string) => void>();

const planOf = (text: string, send?: Plan["send"]): Plan => ({
  ready: () => true,
  asks: () => false,
  read: async () => {
    if (isDown) throw unreachable();
    return "record";
  },
  conflictIn: () => undefined,
  send:
    send ??
    (async (_, leaves) => {
      leaves(text);
      sent(text);
      return text;
    }),
  saved: () => undefined,
  find: async () => ({ kind: "lost" }),
});

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  isDown = true;
  sent.mockClear();
});

/** Opens a screen that edits the record of a key. */
const openScreen = (key: string, plan: Plan, unanswered?: () => string | undefined) => {
  const root = createRoot(document.createElement("div"));
  let shown: Machine | undefined;
  const Screen = ({ now }: { now: Plan }) => {
    const current = useSaveMachine(key, now, unanswered);
    useEffect(() => {
      shown = current;
    });
    return null;
  };
  const show = (now: Plan) => act(() => root.render(<Screen now={now} />));
  const close = () => act(() => root.unmount());
  onTestFinished(close);
  show(plan);
  return {
    state: (): SaveState<string, never> => shown!.state,
    machine: shown!.machine,
    show,
    close,
  };
};

const saveLater = async (screen: ReturnType<typeof openScreen>) => {
  await act(() => screen.machine.save());
  const state = screen.state();
  act(() => state.kind === "unread" && state.wait?.());
};

test("a screen that is opened again shows the save that waits, and typing ends the wait", async () => {
  const first = openScreen("typed", planOf("first"));
  await saveLater(first);
  first.close();
  const second = openScreen("typed", planOf("first"));
  expect(second.state().kind).toBe("waiting");
  act(() => second.machine.edited());
  expect(waitingSaves.get()).toEqual([]);
  isDown = false;
  await act(sendWaitingSaves);
  expect(sent).not.toHaveBeenCalled();
});

test("a save that waits sends what the open screen has", async () => {
  const first = openScreen("later", planOf("first"));
  await saveLater(first);
  first.close();
  const second = openScreen("later", planOf("second"));
  isDown = false;
  await act(sendWaitingSaves);
  expect(sent.mock.calls).toEqual([["second"]]);
  expect(second.state().kind).toBe("editing");
});

test("a save that is under way when its screen is left is not sent again", async () => {
  isDown = false;
  let arrive = (_: string) => {};
  const answer = new Promise<string>((done) => (arrive = done));
  const first = openScreen(
    "slow",
    planOf("first", async (_, leaves) => {
      leaves("first");
      return answer;
    }),
  );
  let saving = Promise.resolve();
  await act(async () => {
    saving = first.machine.save();
  });
  first.close();
  const second = openScreen("slow", planOf("second"));
  expect(second.state().kind).toBe("sending");
  await act(() => second.machine.save());
  await act(async () => {
    arrive("saved");
    await saving;
  });
  expect(second.state().kind).toBe("editing");
  expect(sent).not.toHaveBeenCalled();
});

test("a save of several requests that is under way is not taken over, because its edits are its own screen's", async () => {
  isDown = false;
  const never = new Promise<string>(() => undefined);
  const plan = planOf("first", async (_, leaves) => {
    leaves("first");
    return never;
  });
  const first = openScreen("batches", plan, () => undefined);
  await act(async () => void first.machine.save());
  expect(first.state().kind).toBe("sending");
  first.close();
  expect(openScreen("batches", planOf("second"), () => "first").state()).toMatchObject({
    kind: "unknown",
    sent: "first",
  });
});

test("a refused save, and a save of another record, start fresh", async () => {
  isDown = false;
  const refuse: Plan["send"] = async (_, leaves) => {
    leaves("first");
    throw new ApiError("no", { status: 400, outcome: "refused" });
  };
  const first = openScreen("refused", planOf("first", refuse));
  await act(() => first.machine.save());
  expect(first.state().kind).toBe("refused");
  const other = openScreen("other", planOf("first"));
  expect(other.state().kind).toBe("editing");
  first.close();
  expect(openScreen("refused", planOf("first")).state().kind).toBe("editing");
});
