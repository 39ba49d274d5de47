import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startStack, testToken } from "./start-stack.ts";

/** HTML attacks of every kind; each would be detected as a dialog, a request, or a thrown error. */
const html = `
  <p>Plain words stay.</p>
  <script>alert(1)</script>
  <img src="x" onerror="alert(2)"><svg onload="alert(3)"><circle></circle></svg>
  <style>@import url(https://evil.example/a.css); body { background: url(https://evil.example/b) }</style>
  <div style="background:url(https://evil.example/c)">styled</div>
  <form action="https://evil.example/d"><input name="q" autofocus onfocus="alert(4)"><button>Send</button></form>
  <base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/e">
  <link rel="stylesheet" href="https://evil.example/f.css">
  <iframe src="https://evil.example/g"></iframe><object data="data:text/html,<script>alert(5)</script>"></object>
  <a href="javascript:alert(6)">click</a> <a href="data:text/html,<script>alert(7)</script>">data</a>
  <math><mtext></table><img src=x onerror=alert(8)></math>`;
const text = `<img src=x onerror=alert(9)> {{7*7}} \u202e\u0000 ${"long ".repeat(200)}`;

const image = (id: number, url: string) => ({ id, url, md5_checksum: text, sort_order: id });

const product = {
  id: 1,
  account_id: 1,
  channel_id: 1,
  sku: text,
  title: "Hostile product <script>alert(10)</script>",
  description: html,
  brand: null,
  inserted_at: "never",
  updated_at: "2026-01-01T00:00:00.000Z",
  images: [
    image(1, "javascript:alert(11)"),
    image(2, "data:text/html,<script>alert(12)</script>"),
    image(3, "java\nscript:alert(13)"),
    image(4, "//evil.example/h.png"),
  ],
  options: null,
  attributes: [
    { id: 1, name: text, value: text },
    { id: 1, name: text, value: null },
  ],
  category_one: { id: 1, name: text, parent_category_id: null },
  variants: [
    {
      id: 1e15,
      channel_id: 1,
      reseller_product_parent_id: 1,
      sku: text,
      price: -1e300,
      map: 1e300,
      msrp: "free",
      weight: 0,
      weight_unit: "stone",
      quantity: -5,
      option_values: null,
      images: null,
      unknown_field: { deep: [text] },
    },
    null,
  ],
  surprise: text,
};

const nested = (levels: number): object => ({
  id: levels,
  name: text,
  workflowRuleTypeId: 9,
  alwaysRun: levels % 2 === 0,
  enabled: levels % 2 === 0 ? null : false,
  groups: [{ id: null, rank: null, conditions: [{ condition: text, childConditions: null }] }],
  actions: [{ globalObjectFieldId: 1, workflowDataTypeActionId: 1, value: text, metaData: text }],
  tierData: text,
  childRules: levels === 0 ? null : [nested(levels - 1)],
});

const rule = {
  id: 1,
  name: "Hostile rule <script>alert(14)</script>",
  description: text,
  eventId: 1e15,
  useOriginalInputValue: true,
  globalDataTypeId: 99,
  globalDataType: { id: 99, name: text, handle: "telepathy" },
  configured: null,
  rule: nested(20),
  fieldsUsedBySetToField: [1, text, { a: [text] }, null],
  fieldsUsedByFormulas: null,
};

const answers: Readonly<Record<string, unknown>> = {
  "/account": { id: 1, name: text },
  "/channel/": [{ id: 1, name: text, channelType: "telepathy" }],
  "/reseller-channels/1/products/parents": [product],
  "/workflow/mapping-rule": [rule],
};

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The hostile records, for tests that give them to the console in other ways. */
export const hostileRule: object = rule;

/**
 * A console whose upstream returns harmful records: markup, scripts, addresses, nulls, huge numbers, unknown values;
 * or the result of `answerTo`: a body, a complete response, or undefined for a 404.
 */
export const startHostileConsole = async (
  answerTo: (address: URL) => unknown = ({ pathname }) => answers[pathname],
): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(async (request, response) => {
    const body = await answerTo(new URL(request.url ?? "/", "http://upstream"));
    if (body instanceof Response) {
      response.writeHead(body.status, Object.fromEntries(body.headers));
      return response.end(await body.text());
    }
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? { error: "Not found" }));
  });
  const stack = await startStack({
    env: { API_BASE_URL: await listening(server), API_TOKEN: testToken },
  });
  return {
    url: stack.url,
    close: async () => {
      await stack.stop();
      await stack.remove();
      server.closeAllConnections();
      server.close();
    },
  };
};
