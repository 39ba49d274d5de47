import { createHash } from "node:crypto";
import colors from "./data/colors.json" with { type: "json" };
import drawings from "./data/drawings.json" with { type: "json" };

const { goods, documents } = drawings;

/** The content of an image's address. */
export interface DemoImage {
  body: string;
  contentType: string;
}

/** A color or finish of goods; each is drawn in its own color code. */
export type ColorName = keyof typeof colors;

export const isColor = (name: string): name is ColorName => Object.hasOwn(colors, name);

/**
 * The prefix of image addresses in demonstration records. `placeImages` replaces it in responses by the address
 * that serves the images, because the port may change with each start.
 */
const imageMarker = "demo-image:/";

/** The pictures of one product in one color. */
export const imageViews = ["front", "angle", "detail", "scale"] as const;
type ImageView = (typeof imageViews)[number];

const colorSlug = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

/** The address of a product picture, as records contain it. */
export const imagePath = (slug: string, color: ColorName, view: ImageView): string =>
  `${imageMarker}products/${slug}/${colorSlug(color)}-${view}.svg`;

const colorOf: ReadonlyMap<string, string> = new Map(
  Object.entries(colors).map(([name, hex]) => [colorSlug(name), hex]),
);

/** `hex` moved toward white (`share` above 0) or black (below 0). */
const shade = (hex: string, share: number): string => {
  const target = share > 0 ? 255 : 0;
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * Math.abs(share))
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
};

const backdrops = ["#eef1f0", "#f3efe8", "#ecf0f4", "#f2eef0", "#eff2ea", "#f1f0ec"] as const;

const shadow = `<ellipse cx="200" cy="352" rx="128" ry="13" fill="#000" opacity=".10"/>`;

const dimensions = `<g stroke="#8b9095" stroke-width="2" fill="none"><path d="M60 384h280M60 376v16M340 376v16"/><path d="M372 60v290M364 60h16M364 350h16"/></g>`;

/** Each view shows the same drawing in a different frame. */
const framings: Readonly<Record<ImageView, (drawing: string) => string>> = {
  front: (drawing) => `${shadow}<g transform="translate(40 32) scale(1.6)">${drawing}</g>`,
  angle: (drawing) =>
    `<ellipse cx="208" cy="352" rx="118" ry="12" fill="#000" opacity=".12"/><g transform="translate(352 44) skewY(-4) scale(-1.52 1.55)">${drawing}</g>`,
  detail: (drawing) => `<g transform="translate(-130 -90) scale(3.1)">${drawing}</g>`,
  scale: (drawing) =>
    `${shadow}<g transform="translate(70 64) scale(1.35)">${drawing}</g>${dimensions}`,
};

/** Whether a part of an address is a key of a table. */
const isKeyOf = <K extends string>(table: Readonly<Record<K, unknown>>, key: string): key is K =>
  Object.hasOwn(table, key);

const productPattern = /^products\/([a-z-]+)\/([a-z-]+)-([a-z]+)\.svg$/;

/** Drawings are on a canvas of 200 × 200, the floor at 172: `{m}` is the goods' color, `{l}` lighter, `{d}` darker. */
const drawProduct = (path: string): string | undefined => {
  const [, slug = "", color = "", view = ""] = productPattern.exec(path) ?? [];
  const hex = colorOf.get(color);
  if (hex === undefined || !isKeyOf(framings, view) || !isKeyOf(goods, slug)) return undefined;
  const ground = backdrops[(slug.length * 7 + slug.charCodeAt(0)) % backdrops.length] ?? "#f1f0ec";
  const drawing = goods[slug]
    .replaceAll("{m}", hex)
    .replaceAll("{l}", shade(hex, 0.28))
    .replaceAll("{d}", shade(hex, -0.28));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800">` +
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${shade(ground, 0.6)}"/><stop offset="1" stop-color="${shade(ground, -0.07)}"/></linearGradient></defs>` +
    `<rect width="400" height="400" fill="url(#g)"/><g stroke-linecap="round" stroke-linejoin="round">${framings[view](drawing)}</g></svg>`
  );
};

export type DocumentKind = keyof typeof documents;

/** The address of a document, as records contain it. */
export const documentPath = (kind: DocumentKind, number: string): string =>
  `${imageMarker}documents/${kind}/${number.replaceAll(/[^A-Za-z0-9-]/g, "-")}.svg`;

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

const documentPattern = /^documents\/([a-z-]+)\/([A-Za-z0-9-]{1,48})\.svg$/;

/** A document, drawn from the number in its address. */
const drawDocument = (path: string): string | undefined => {
  const [, kind = "", number = ""] = documentPattern.exec(path) ?? [];
  if (!isKeyOf(documents, kind)) return undefined;
  const { title, from, lines } = documents[kind];
  const rows = lines.map(
    (line, index) => `<text x="40" y="${330 + index * 26}" font-size="15">${line}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600" font-family="Helvetica, Arial, sans-serif">` +
    `<rect width="400" height="600" fill="#fff"/><rect x="16" y="16" width="368" height="568" fill="none" stroke="#111" stroke-width="3"/>` +
    `<text x="40" y="58" font-size="14" fill="#444">${from}</text><path d="M16 82h368M16 296h368M16 384h368" stroke="#111" stroke-width="2"/>` +
    `<text x="40" y="128" font-size="24" font-weight="700">${title}</text>` +
    `<g fill="#d9dcdf"><rect x="40" y="156" width="210" height="14"/><rect x="40" y="184" width="260" height="14"/><rect x="40" y="212" width="180" height="14"/><rect x="40" y="240" width="120" height="14"/></g>` +
    `${rows.join("")}<g fill="#111">${bars(number)}</g><text x="40" y="546" font-size="18" font-family="monospace">${number}</text></svg>`
  );
};

/**
 * The image of an address: the part after `imageMarker` in a record, or below `/images/` in the service's paths. Drawn from
 * the address only, so every process returns the same; undefined for an address that no record contains.
 */
export const demoImage = (path: string): DemoImage | undefined => {
  const name = path.startsWith(imageMarker)
    ? path.slice(imageMarker.length)
    : path.replace(/^\/?(images\/)?/, "");
  const body = drawProduct(name) ?? drawDocument(name);
  return body === undefined ? undefined : { body, contentType: "image/svg+xml; charset=utf-8" };
};

/** The MD5 of an image that the service will serve under an address. */
export const imageChecksum = (path: string): string =>
  createHash("md5")
    .update(demoImage(path)?.body ?? "")
    .digest("hex");

/** The fields in which demonstration records name an image or document; no request of the API writes them. */
const field = new RegExp(
  `("(?:url|attachmentUrl|imageUrl|packingSlipAttachmentLink|shippingLabelAttachmentLink)":")${imageMarker}`,
  "g",
);
const list = /"attachmentLinks":\[[^\]]*\]/g;

/**
 * Replaces the marker at the start of the image addresses in demonstration records (JSON) by the address of the folder
 * that serves them. Any other text that begins like the marker stays unchanged (neighbours, metaData byte for byte): a
 * quote inside a text is escaped, so only a field itself can match.
 */
export const placeImages = (json: string, folder: string): string =>
  json.includes(imageMarker)
    ? json
        .replace(field, `$1${folder}/`)
        .replace(list, (links) => links.replaceAll(`"${imageMarker}`, `"${folder}/`))
    : json;
