// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebhookEventLog } from "#contract/webhooks.ts";
import { readAnswer } from "#contract/read.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { RetryDialog } from "./retry-dialog.tsx";

const eventsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => readAnswer(WebhookEventLog, { id: index + 1, status: "external_failure" }).value,
  );

/** The numbers of events in the requests, and the function that answers the last one. */
const batches: number[] = [];
let respond = (_status: number): void => undefined;
/** The reads of results, and their answer. */
let reads = 0;
let results = () => new Response("[]");

beforeEach(() => {
  batches.length = 0;
  reads = 0;
  results = () => new Response("[]");
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "GET") {
      reads += 1;
      return results();
    }
    batches.push((JSON.parse(String(body)) as { eventIds: number[] }).eventIds.length);
    return new Promise<Response>((resolve) => {
      respond = (status) => resolve(new Response("{}", { status }));
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const openQuestion = (count: number) => {
  const Screen = () => {
    const [open, setOpen] = useState(true);
    const close = () => setOpen(false);
    return open ? (
      <RetryDialog
        id={1}
        status="active"
        run={1}
        events={eventsOf(count)}
        onTaken={() => undefined}
        onClose={close}
        onDone={close}
      />
    ) : (
      <h1>Closed</h1>
    );
  };
  openTestApp({ "/": Screen });
};

const expectText = async (text: string) => {
  await expect.poll(() => document.body.textContent).toContain(text);
};

test.each([
  [120, "Cancel remaining", 200, "50 of 120 events sent again, 70 canceled"],
  [1, "Close", 200, "1 event sent again"],
  [120, "Cancel remaining", 400, "0 of 120 events sent again."],
  [2, "Close", 504, "Events may have been sent again."],
])(
  "of %i events, closing with “%s” after the first request sends no other one, and reports the result",
  async (count, label, status, words) => {
    openQuestion(count);
    await pressButton("Send again");
    await expect.poll(() => batches).toEqual([Math.min(50, count)]);
    await pressButton(label);
    await expectText("Closed");
    respond(status);
    await expectText(words);
    expect(batches).toHaveLength(1);
  },
);

test("between two requests the results so far are shown, and closing them sends no further one", async () => {
  openQuestion(120);
  await pressButton("Send again");
  await expect.poll(() => batches).toEqual([50]);
  respond(200);
  await expect.poll(() => batches).toEqual([50, 50]);
  await expectText("Sent 50 events again");
  await pressButton("Cancel remaining");
  await expectText("Closed");
  respond(200);
  await expectText("100 of 120 events sent again, 20 canceled");
  expect(batches).toHaveLength(2);
});

test("results that can't be loaded are reported, and read eight times at most", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  results = () => new Response("{}", { status: 500 });
  openQuestion(1);
  await pressButton("Send again");
  await expect.poll(() => batches).toEqual([1]);
  respond(200);
  await expectText("Results couldn't be loaded.");
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
  }
  expect(reads).toBe(8);
});
