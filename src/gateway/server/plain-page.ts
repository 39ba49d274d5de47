import { createHash } from "node:crypto";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; }
main { max-width: 26rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
p { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1rem; border-radius: 0.25rem; background: #1864ab; color: #fff; text-decoration: none; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
small { display: block; margin-top: 1.5rem; overflow-wrap: anywhere; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The headers of such a page: nothing runs in it, nothing loads, and no other page contains it. */
export const plainPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "");

export interface PlainPage {
  readonly title: string;
  /** What happened and what to do. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly text: string; readonly href: string } | undefined;
  readonly requestId: string;
}

/**
 * The same page in place of the one that requested a script: its own files are refused, so that nothing else would say
 * why. Browsers run it only where the requesting page is the console's own.
 */
export const writePlainScript = ({ title, paragraphs, requestId }: PlainPage): string => {
  const elements = [
    ["h1", title],
    ...paragraphs.map((text) => ["p", text]),
    ["small", `Request ID: ${requestId}`],
  ];
  return `document.title = ${JSON.stringify(title)} + " - Supercargo";
const sheet = new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(style)});
document.adoptedStyleSheets = [sheet];
const main = document.createElement("main");
for (const [name, text] of ${JSON.stringify(elements)})
  main.appendChild(document.createElement(name)).textContent = text;
document.body.replaceChildren(main);
`;
};

/** A page that works without the console's files. */
export const writePlainPage = ({ title, paragraphs, link, requestId }: PlainPage): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} - Supercargo</title><style>${style}</style></head>
<body><main>
<h1>${escape(title)}</h1>
${paragraphs.map((text) => `<p>${escape(text)}</p>\n`).join("")}${link === undefined ? "" : `<a href="${escape(link.href)}">${escape(link.text)}</a>\n`}<small>Request ID: ${escape(requestId)}</small>
</main></body>
</html>
`;
