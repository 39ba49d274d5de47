/** Documents of orders and returns, drawn from the number in their address. */
const documentKinds = ["shipping-label", "packing-slip", "return-label", "dealer-license"] as const;
export type DocumentKind = (typeof documentKinds)[number];

interface Paper {
  title: string;
  from: string;
  lines: readonly string[];
}

const papers: Readonly<Record<DocumentKind, Paper>> = {
  "shipping-label": {
    title: "SHIP TO",
    from: "Alder &amp; Quay Distribution · Dock 4",
    lines: ["GROUND · 1 OF 1", "No signature required"],
  },
  "return-label": {
    title: "RETURN TO",
    from: "Alder &amp; Quay Distribution · Returns",
    lines: ["PREPAID RETURN · 1 OF 1", "Drop off at any counter"],
  },
  "packing-slip": {
    title: "PACKING SLIP",
    from: "Alder &amp; Quay Distribution",
    lines: [
      "Please check the contents against this slip.",
      "Returns within 30 days: keep the original packing.",
    ],
  },
  "dealer-license": {
    title: "FIREARMS LICENSE",
    from: "Copy on file · demonstration record",
    lines: ["Type 01 · Dealer in firearms", "Not a real license"],
  },
};

/** The address of a document, without its prefix. */
export const documentPath = (kind: DocumentKind, number: string): string =>
  `documents/${kind}/${number.replaceAll(/[^A-Za-z0-9-]/g, "-")}.svg`;

/** Bars with widths derived from the number; decorative only, no scanner can read them as a code. */
const bars = (number: string): string => {
  let x = 40;
  const drawn = [...`*${number}*`].flatMap((char) =>
    [1, 2, 4, 8].map((bit) => {
      const width = ((char.codePointAt(0) ?? 0) & bit) === 0 ? 2 : 4;
      const bar = `<rect x="${x}" y="410" width="${width}" height="96"/>`;
      x += width + 3;
      return x < 366 ? bar : "";
    }),
  );
  return drawn.join("");
};

const paper = (kind: DocumentKind, number: string): string => {
  const { title, from, lines } = papers[kind];
  const rows = lines
    .map((line, index) => `<text x="40" y="${330 + index * 26}" font-size="15">${line}</text>`)
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600" font-family="Helvetica, Arial, sans-serif">` +
    `<rect width="400" height="600" fill="#fff"/><rect x="16" y="16" width="368" height="568" fill="none" stroke="#111" stroke-width="3"/>` +
    `<text x="40" y="58" font-size="14" fill="#444">${from}</text><path d="M16 82h368M16 296h368M16 384h368" stroke="#111" stroke-width="2"/>` +
    `<text x="40" y="128" font-size="24" font-weight="700">${title}</text>` +
    `<g fill="#d9dcdf"><rect x="40" y="156" width="210" height="14"/><rect x="40" y="184" width="260" height="14"/><rect x="40" y="212" width="180" height="14"/><rect x="40" y="240" width="120" height="14"/></g>` +
    `${rows}<g fill="#111">${bars(number)}</g><text x="40" y="546" font-size="18" font-family="monospace">${number}</text></svg>`
  );
};

const documentPattern = /^documents\/([a-z-]+)\/([A-Za-z0-9-]{1,48})\.svg$/;

const isKind = (kind: string): kind is DocumentKind => Object.hasOwn(papers, kind);

/** The document of an address, or undefined. */
export const drawDocument = (path: string): string | undefined => {
  const [, kind = "", number = ""] = documentPattern.exec(path) ?? [];
  return isKind(kind) ? paper(kind, number) : undefined;
};
