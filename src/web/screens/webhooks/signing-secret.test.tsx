// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { WebhookConfiguration } from "#contract/webhooks.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { SigningSecret } from "./signing-secret.tsx";

const given = { id: 12, configurationName: "Warehouse", webhookUrl: "https://example.com/hooks" };
const record = readAnswer(WebhookConfiguration, { ...given, subscribedEvents: [] }).value;

let respond = (_answer?: Response) => {};

beforeEach(() => {
  const rotated = { secret: "whsec_new", previousSecretsExpireAt: null };
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        respond = (answer = Response.json(rotated)) => resolve(answer);
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const Webhook = () => {
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <button onClick={() => setEdited(!isEdited)}>Turn</button>
      {isEdited ? "Edited" : <SigningSecret record={record} />}
    </>
  );
};

const text = () => document.body.textContent;
const dialogs = () => [...document.querySelectorAll("[role=dialog]")];

/** Rotates the secret, and closes the question before the response has arrived. */
const rotate = async () => {
  openTestApp({ "/": Webhook, "/webhooks/$id": () => <SigningSecret record={record} /> });
  await pressButton("Rotate secret…");
  await pressButton("Rotate secret");
  await pressButton("Cancel");
  await expect.poll(() => dialogs().length).toBe(0);
};

const expectSecret = async () => {
  await expect.poll(text).toContain("whsec_new");
  await pressButton("Close");
  await expect.poll(text).not.toContain("whsec_new");
};

test("a secret that arrives after its question was closed is shown, and leaves a second question open", async () => {
  await rotate();
  await pressButton("Rotate secret…");
  await expect.poll(() => dialogs().length).toBe(1);
  respond();
  await expectSecret();
  expect(text()).toContain("Rotate signing secret?");
});

test("a secret that arrives after its screen was left is shown when the webhook is opened again, once", async () => {
  await rotate();
  await pressButton("Turn");
  await expect.poll(text).toContain("Edited");
  respond();
  await expect.poll(text).toContain("Warehouse has a new signing secret");
  expect(text()).not.toContain("whsec_new");
  await pressButton("Open");
  await expectSecret();
});

test("a secret that arrives after its screen was opened again is shown there", async () => {
  await rotate();
  await pressButton("Turn");
  await expect.poll(text).toContain("Edited");
  await pressButton("Turn");
  await expect.poll(text).toContain("Hidden");
  respond();
  await expectSecret();
});

const lost = () =>
  Response.json({ detail: "No answer in time.", outcome: "unknown" }, { status: 504 });

test("a lost response says that the secret must be rotated again, until it was", async () => {
  await rotate();
  await pressButton("Turn");
  await expect.poll(text).toContain("Edited");
  respond(lost());
  await expect.poll(text).toContain("may have a new signing secret that wasn't received");
  await pressButton("Open");
  await expect.poll(text).toContain("Rotate the secret to get a new one.");
  await pressButton("Rotate secret…");
  await pressButton("Rotate secret");
  respond();
  await expectSecret();
  expect(text()).not.toContain("Rotate the secret to get a new one.");
});

test("a refused rotation has changed nothing", async () => {
  await rotate();
  respond(Response.json({ detail: "No.", outcome: "refused" }, { status: 403 }));
  await pressButton("Rotate secret…");
  await expect.poll(text).toContain("Rotate signing secret?");
  expect(text()).not.toContain("Rotate the secret to get a new one.");
});
