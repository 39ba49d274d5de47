import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { screenFiles } from "./early-files.ts";

const chunk = (name: string, facade: string, imports: string[], css: string[] = []) => ({
  type: "chunk" as const,
  fileName: `assets/${name}.js`,
  facadeModuleId: facade,
  isEntry: name === "shell",
  imports: imports.map((each) => `assets/${each}.js`),
  viteMetadata: { importedCss: new Set(css.map((each) => `assets/${each}.css`)) },
});

const chunks = [
  chunk("shell", "/x/index.html", [], ["shell"]),
  chunk("list", "", ["shell"], ["list"]),
  chunk("rma-list", "/x/src/web/screens/rmas/rma-list.tsx", ["list", "shell"]),
  chunk("rma-detail", "/x/src/web/screens/rmas/rma-detail.tsx", ["list"], ["rma-detail"]),
  chunk("rule-list", "/x/src/web/screens/mapping-rules/mapping-rule-list.tsx", ["list"]),
  chunk("rule-screen", "/x/src/web/screens/mapping-rules/mapping-rule-screen.tsx", [
    "list",
    "builder",
  ]),
  chunk("connection", "/x/src/web/screens/connection/connection-screen.tsx", []),
  chunk("json-view", "/x/src/web/screens/mapping-rules/editor/json-view.tsx", ["list"]),
];
const bundle = Object.fromEntries(
  chunks.map((each) => [each.fileName, each as unknown as Rolldown.OutputChunk]),
);

test("each kind of screen has the files that the shell does not bring", () => {
  expect(screenFiles(bundle)).toEqual({
    "/rmas": ["rma-list.js", "list.js", "list.css"],
    "/rmas/": ["rma-detail.js", "rma-detail.css", "list.js", "list.css"],
    "/mapping-rules": ["rule-list.js", "list.js", "list.css"],
    "/mapping-rules/": ["rule-screen.js", "list.js", "list.css"],
    "/connection": ["connection.js"],
  });
});

const boot = readFileSync(join(import.meta.dirname, "../../public/boot.js"), "utf8");

interface Early {
  url: string;
  response: Promise<unknown>;
  abort: () => void;
}

const requests = {
  "/": [{ url: "/api/rma?status=Waiting", method: "GET", headers: { Priority: "u=1" } }],
  "/rmas": [
    { url: "/api/rma?pageSize=50", method: "GET", headers: { Priority: "u=1" } },
    { url: "/api/sources", method: "GET", headers: { Priority: "u=6" } },
  ],
};

/** The files and requests of boot.js at an address. */
const boots = (
  address: string,
  settings = '{"scheme":"light"}',
  arrival = "navigate",
  early: object = requests,
  isPhone = false,
) => {
  const { pathname, search } = new URL(address, "http://localhost");
  const location = { pathname, search };
  const files: string[] = [];
  const sent: (RequestInit & { url: string })[] = [];
  const parsed: (() => void)[] = [];
  const heading = { textContent: "" };
  const dataset: Record<string, string> = {};
  const page: { earlyRequests?: Early[] } & object = {
    location,
    history: {
      replaceState: (_state: null, _title: string, path: string) => void (location.pathname = path),
    },
    performance: { getEntriesByType: () => [{ type: arrival }] },
    localStorage: { getItem: () => settings },
    matchMedia: (query: string) => ({ matches: !query.includes("width") || isPhone }),
    AbortController,
    FontFace: class {
      load = () => Promise.resolve();
    },
    fetch: (url: string, init: RequestInit) => {
      sent.push({ url, ...init });
      return Promise.reject(new TypeError("Failed to fetch"));
    },
    document: {
      documentElement: { dataset },
      currentScript: {
        dataset: {
          screens: JSON.stringify(screenFiles(bundle)),
          requests: JSON.stringify(early),
          titles: JSON.stringify({ "/": "Overview", "/rmas": "RMAs" }),
        },
      },
      addEventListener: (name: string, listener: () => void) => {
        if (name === "readystatechange") parsed.push(listener);
      },
      fonts: new Set(),
      querySelector: () => ({ href: "/assets/font.woff2" }),
      getElementById: (id: string) => (id === "first-title" ? heading : null),
      createElement: () => ({ rel: "", href: "" }),
      head: {
        append: ({ rel, href }: { rel: string; href: string }) => files.push(`${rel} ${href}`),
      },
    },
  } as never;
  runInNewContext(boot, page);
  for (const listener of parsed) listener();
  return {
    files,
    sent,
    early: page.earlyRequests,
    title: heading.textContent,
    dataset,
    path: location.pathname,
  };
};

test.each([
  ["/", []],
  ["/unknown", []],
  ["/rmas/new", []],
  ["/constructor", []],
  [
    "/rmas",
    [
      "modulepreload /assets/rma-list.js",
      "modulepreload /assets/list.js",
      "preload /assets/list.css",
    ],
  ],
  [
    "/rmas/5",
    [
      "modulepreload /assets/rma-detail.js",
      "preload /assets/rma-detail.css",
      "modulepreload /assets/list.js",
      "preload /assets/list.css",
    ],
  ],
])("the files of the screen at %s are asked for before the shell runs", (path, files) => {
  expect(boots(path).files).toEqual(files);
});

test.each(["/rmas?status=Denied", "/rmas/5", "/rmas/", "/unknown", "/__proto__", "/webhooks"])(
  "no early request is sent at %s",
  (address) => {
    expect(boots(address)).toMatchObject({ sent: [], early: [] });
  },
);

test("the first requests of a list without filters are sent once, before the shell runs", async () => {
  const { sent, early = [] } = boots("/rmas");
  expect(sent).toMatchObject(requests["/rmas"]);
  expect(early.map(({ url }) => url)).toEqual(requests["/rmas"].map(({ url }) => url));
  for (const [at, { response, abort }] of early.entries()) {
    await expect(response).rejects.toThrow("Failed to fetch");
    abort();
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual(sent.map((_, each) => each <= at));
  }
});

test.each([
  ["/", "Overview"],
  ["/rmas", "RMAs"],
  ["/rmas?status=Denied", "RMAs"],
  ["/rmas/5", ""],
  ["/unknown", ""],
  ["/constructor", ""],
])("the title before the shell runs at %s is %j", (address, title) => {
  expect(boots(address).title).toBe(title);
});

test.each([
  ["{}", { scheme: "dark", density: "comfortable" }],
  ["damaged", { scheme: "dark", density: "comfortable" }],
  ["null", { scheme: "dark", density: "comfortable" }],
  ['{"scheme":"light","density":"compact"}', { scheme: "light", density: "compact" }],
  ['{"scheme":5,"density":"tiny"}', { scheme: "dark", density: "comfortable" }],
])("the settings %s are applied before the shell runs", (settings, dataset) => {
  expect(boots("/rmas", settings).dataset).toMatchObject(dataset);
});

test.each([
  ["/", "/rmas", "navigate", "/rmas"],
  ["/", "/rmas", "reload", "/"],
  ["/", "/rmas", "back_forward", "/"],
  ["/webhooks", "/rmas", "navigate", "/webhooks"],
  ["/", "//example.com", "navigate", "/"],
  ["/", 5, "navigate", "/"],
])("at %s with the start screen %s, a %s shows %s", (address, start, arrival, path) => {
  expect(boots(address, JSON.stringify({ start }), arrival).path).toBe(path);
});

test.each([
  ["{}", false, "50"],
  ["{}", true, "25"],
  ["damaged", true, "25"],
  ['{"pageSize":"25"}', false, "25"],
  ['{"pageSize":"50"}', true, "50"],
])(
  "with the settings %s, on a phone: %s, early requests ask for %s rows",
  (settings, isPhone, rows) => {
    const { sent } = boots("/rmas", settings, "navigate", requests, isPhone);
    expect(sent[0]?.url).toBe(`/api/rma?pageSize=${rows}`);
  },
);

test("early requests of the start screen have the selected page size", () => {
  const settings = '{"pageSize":"25","start":"/rmas"}';
  expect(boots("/", settings).sent[0]?.url).toBe("/api/rma?pageSize=25");
});
