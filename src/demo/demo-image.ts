import { drawDocument } from "./demo-documents.ts";
import { homeDrawings } from "./drawings/home.ts";
import { outdoorsDrawings } from "./drawings/outdoors.ts";
import { workAndLeisureDrawings } from "./drawings/work-and-leisure.ts";
import { colors, type ColorName } from "./vocabulary/colors.ts";
import { toSlug } from "./vocabulary/leaf.ts";

/** The content of an image's address. */
export interface DemoImage {
  body: string;
  contentType: string;
}

/**
 * The prefix of image addresses in demonstration records. `placeImages` replaces it in responses by the address
 * that serves the images, because the port may change with each start.
 */
export const imageMarker = "demo-image:/";

const drawings: Readonly<Record<string, string>> = {
  ...homeDrawings,
  ...outdoorsDrawings,
  ...workAndLeisureDrawings,
};

/** The pictures of one product in one color. */
export const imageViews = ["front", "angle", "detail", "scale"] as const;
export type ImageView = (typeof imageViews)[number];

/** The address of a product picture, as records contain it. */
export const imagePath = (slug: string, color: ColorName, view: ImageView): string =>
  `${imageMarker}products/${slug}/${toSlug(color)}-${view}.svg`;

const colorOf: ReadonlyMap<string, string> = new Map(
  Object.entries(colors).map(([name, hex]) => [toSlug(name), hex]),
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

const pickBackdrop = (slug: string): string =>
  backdrops[(slug.length * 7 + slug.charCodeAt(0)) % backdrops.length] ?? "#f1f0ec";

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

const isView = (view: string): view is ImageView => Object.hasOwn(framings, view);

const painted = (drawing: string, hex: string): string =>
  drawing
    .replaceAll("{m}", hex)
    .replaceAll("{l}", shade(hex, 0.28))
    .replaceAll("{d}", shade(hex, -0.28));

const picture = (slug: string, hex: string, view: ImageView): string => {
  const ground = pickBackdrop(slug);
  const drawing = painted(drawings[slug] ?? "", hex);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800">` +
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${shade(ground, 0.6)}"/><stop offset="1" stop-color="${shade(ground, -0.07)}"/></linearGradient></defs>` +
    `<rect width="400" height="400" fill="url(#g)"/><g stroke-linecap="round" stroke-linejoin="round">${framings[view](drawing)}</g></svg>`
  );
};

const productPattern = /^products\/([a-z-]+)\/([a-z-]+)-([a-z]+)\.svg$/;

const drawProduct = (path: string): string | undefined => {
  const [, slug = "", color = "", view = ""] = productPattern.exec(path) ?? [];
  const hex = colorOf.get(color);
  return hex !== undefined && isView(view) && Object.hasOwn(drawings, slug)
    ? picture(slug, hex, view)
    : undefined;
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
