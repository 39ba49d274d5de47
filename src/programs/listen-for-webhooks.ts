import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

/** A receiver that runs until it is closed. */
interface WebhookListener {
  readonly url: string;
  /** From now on events must be signed with this secret; false when it is none. */
  useSecret(secret: string): boolean;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly secret?: string | undefined;
  readonly print: (line: string) => void;
}

const usage = "Usage: npm run webhooks -- listen [--port 4202] [--secret whsec_...]";

/** Events are smaller by far. */
const mostBytes = 1024 * 1024;

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const createWebhook = (secret: string): Webhook | undefined => {
  try {
    return secret.startsWith("whsec_") ? new Webhook(secret) : undefined;
  } catch {
    return undefined;
  }
};

/** An event's type and its data, both in visible characters: a terminal obeys the others. */
const shown = (body: string): { type: string; data: string } => {
  const visible = (text: string) => text.replaceAll(/\p{C}+/gu, " ").slice(0, 1_000);
  try {
    const { type, data } = JSON.parse(body) as { type?: unknown; data?: unknown };
    return { type: visible(String(type)), data: visible(JSON.stringify(data) ?? "") };
  } catch {
    return { type: "Not JSON", data: visible(body) };
  }
};

const formatTime = (now: Date): string => now.toTimeString().slice(0, 8);

/** Receives webhooks on loopback, verifies their signatures, and prints each event in two lines. */
export const listenForWebhooks = async ({
  port,
  secret,
  print,
}: ListenOptions): Promise<WebhookListener> => {
  let webhook = secret === undefined ? undefined : createWebhook(secret);
  if (secret !== undefined && webhook === undefined)
    throw new Error("The secret is not valid. Secrets begin with whsec_.");
  const seen = new Set<string>();

  const judge = (body: string, headers: Record<string, string>): string => {
    if (webhook === undefined) return "not verified: no secret was entered";
    try {
      webhook.verify(body, headers);
      return "verified";
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return `refused: ${error.message}`;
    }
  };

  const receive = (body: string, headers: Record<string, string>): number => {
    const verdict = judge(body, headers);
    const { type, data } = shown(body);
    const id = (headers["webhook-id"] ?? "no id").replaceAll(/\P{ASCII}|\p{C}/gu, "").slice(0, 80);
    const isRepeated = seen.has(id) ? ", received before" : "";
    seen.add(id);
    print(`${formatTime(new Date())} ${type} ${id} (${verdict}${isRepeated})`);
    print(`         ${data}`);
    return verdict.startsWith("refused") ? 401 : 204;
  };

  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405, { allow: "POST" }).end();
    const body = await readBody(request).catch(() => "");
    if (body === undefined) return response.writeHead(413, { connection: "close" }).end();
    return response.writeHead(receive(body, request.headers as Record<string, string>)).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    useSecret: (text) => {
      const next = createWebhook(text);
      webhook = next ?? webhook;
      return next !== undefined;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The options of the command; throws its usage for anything else. */
const readArguments = (args: readonly string[]): Pick<ListenOptions, "port" | "secret"> => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { port: { type: "string", default: "4202" }, secret: { type: "string" } },
    });
    const isPort = /^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535;
    if (positionals.join() === "listen" && isPort)
      return { port: Number(values.port), secret: values.secret };
  } catch {
    // An option that is unknown, or without its value.
  }
  throw new Error(usage);
};

/** `npm run webhooks -- listen`: also takes a secret that is pasted while it runs. */
export const runWebhooksCommand = async (
  args: readonly string[],
  print: (line: string) => void,
  input: NodeJS.ReadStream,
): Promise<WebhookListener> => {
  const { port, secret } = readArguments(args);
  const listener = await listenForWebhooks({ port, secret, print });
  print("Create a webhook with the address below. The service needs SERVICE_WEBHOOK_PRIVATE=1 to");
  print("send to this machine.");
  if (secret === undefined)
    print("To verify signatures, paste the webhook's secret here and press Enter.");
  input.setEncoding("utf8").on("data", (text: string) => {
    const pasted = text.trim();
    if (pasted === "") return;
    print(
      listener.useSecret(pasted)
        ? "Signatures are verified from now on"
        : "Not a valid secret. Secrets begin with whsec_",
    );
  });
  print(`ready ${listener.url}`);
  return listener;
};
