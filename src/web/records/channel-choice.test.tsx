// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { channelList } from "#web/api/account.ts";
import { ChannelChoice } from "./channel-choice.tsx";
import { openTestApp, typeText } from "#web/testing/app.tsx";
import { readWithoutResponse, Reads } from "#web/testing/reads.tsx";

afterEach(() => vi.unstubAllGlobals());

const { queryKey } = channelList();
const field = () => document.querySelector<HTMLInputElement>("[aria-label='Channel ID']");

test("the ID of a channel that is typed stays while the channels are read again", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Bad gateway" }, { status: 502 }));
  const Choice = () => (
    <>
      <ChannelChoice channelId={undefined} onChoose={() => undefined} enabled />
      <Reads of={queryKey} />
    </>
  );
  openTestApp({ "/": Choice });
  await expect.poll(field).not.toBeNull();
  const shown = field();
  typeText(shown!, "30");
  await readWithoutResponse(queryKey);
  expect([field(), shown?.value]).toEqual([shown, "30"]);
});
