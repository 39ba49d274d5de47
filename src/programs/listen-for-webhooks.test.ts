import { PassThrough } from "node:stream";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { listenForWebhooks, runWebhooksCommand } from "./listen-for-webhooks.ts";

type WebhookListener = Awaited<ReturnType<typeof listenForWebhooks>>;

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

let listener: WebhookListener | undefined;
let lines: string[];
const print = (line: string) => void lines.push(line.replace(/^[\d:]{8} /, ""));
afterEach(() => listener?.close());

const post = async (body: string, signedBy: string, id = "msg_1"): Promise<number> => {
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(signedBy).sign(id, now, body),
  };
  const answer = await fetch(listener?.url ?? "", { method: "POST", headers, body });
  return answer.status;
};

const event = JSON.stringify({ type: "OrderImportedEvent", data: { id: 5, note: "\u001b[2J" } });

test("events are verified and printed", async () => {
  lines = [];
  listener = await listenForWebhooks({ port: 0, secret, print });
  expect(await post(event, secret)).toBe(204);
  expect(await post(event, secret)).toBe(204);
  expect(await post(event, other, "msg_2")).toBe(401);
  expect(lines).toEqual([
    "OrderImportedEvent msg_1 (verified)",
    String.raw`         {"id":5,"note":"\u001b[2J"}`,
    "OrderImportedEvent msg_1 (verified, received before)",
    String.raw`         {"id":5,"note":"\u001b[2J"}`,
    "OrderImportedEvent msg_2 (refused: No matching signature found)",
    String.raw`         {"id":5,"note":"\u001b[2J"}`,
  ]);
});

test("what is no event is refused or printed as it is, without control characters", async () => {
  lines = [];
  listener = await listenForWebhooks({ port: 0, print });
  expect((await fetch(listener.url)).status).toBe(405);
  expect(await post("x".repeat(1024 * 1024 + 1), secret).catch(() => 413)).toBe(413);
  expect(await post("\u001b[2Jno\njson", secret)).toBe(204);
  expect(lines).toEqual([
    "Not JSON msg_1 (not verified: no secret was entered)",
    "          [2Jno json",
  ]);
});

test("the command takes a secret that is pasted while it runs", async () => {
  lines = [];
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  listener = await runWebhooksCommand(["listen", "--port", "0"], print, input);
  expect(lines.at(-1)).toBe(`ready ${listener.url}`);
  input.push("whsec_\n");
  input.push(`${secret}\n`);
  await expect.poll(() => lines.at(-1)).toBe("Signatures are verified from now on");
  expect(await post(event, other)).toBe(401);
  expect(await post(event, secret)).toBe(204);
});

test.each([
  [[]],
  [["send"]],
  [["listen", "--port", "x"]],
  [["listen", "--port", ""]],
  [["listen", "--port"]],
  [["listen", "--prot", "5"]],
])("%j is refused", async (args) => {
  await expect(runWebhooksCommand(args, () => undefined, process.stdin)).rejects.toThrow(
    /^Usage: npm run webhooks/,
  );
  await expect(
    listenForWebhooks({ port: 0, secret: "abc", print: () => undefined }),
  ).rejects.toThrow("whsec_");
});
