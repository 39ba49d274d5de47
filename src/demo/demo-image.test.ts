import fc from "fast-check";
import { expect, test } from "vitest";
import { demoImage, imagePath, imageViews, isColor, placeImages } from "./demo-image.ts";
import { departments } from "./products.ts";

const allLeaves = departments.flatMap(({ sections }) => sections.flatMap(({ leaves }) => leaves));

test("each leaf has its own drawing in each of its colors", () => {
  const drawn = allLeaves.flatMap((leaf) => {
    const offered = Object.values(leaf.options).flat().filter(isColor);
    return [...leaf.colors, ...offered].flatMap((color) =>
      imageViews.map((view) => demoImage(imagePath(leaf.slug, color, view))?.body),
    );
  });
  expect(drawn.filter((body) => body === undefined)).toEqual([]);
  const fronts = allLeaves.map((leaf) => demoImage(imagePath(leaf.slug, "Black", "front"))?.body);
  expect(new Set(fronts).size).toBe(allLeaves.length);
});

test("images are well-formed SVG that neither runs nor loads anything", () => {
  for (const leaf of allLeaves) {
    const image = demoImage(imagePath(leaf.slug, "Sage", "detail"));
    expect(image?.contentType).toBe("image/svg+xml; charset=utf-8");
    expect(image?.body).toMatch(/^<svg .*<\/svg>$/);
    expect(image?.body).not.toMatch(/<script|href|on\w+=|javascript:|\{[mld]\}/);
  }
});

test.each([
  "documents/shipping-label/PO-200301.svg",
  "/images/documents/packing-slip/FR-200301.svg",
  "documents/return-label/RMA-30168.svg",
  "documents/dealer-license/3-93-464-01-7K-10019.svg",
])("%s is drawn", (path) => {
  expect(demoImage(path)?.body).toContain(path.split("/").at(-1)?.replace(".svg", ""));
});

test("any other address has no image", () => {
  const hostile = fc.constantFrom(
    "products/../secret/x-front.svg",
    "products/pendant-lights/sage-front.svg/..",
    "products/pendant-lights/neon-front.svg",
    "products/constructor/sage-front.svg",
    "documents/__proto__/1.svg",
    'documents/shipping-label/"><script>.svg',
    "",
    "/",
  );
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string(), fc.webPath()), (path) => {
      expect(demoImage(path)).toBeUndefined();
    }),
  );
});

const folder = "http://127.0.0.1:4300/images";
const place = (value: unknown): unknown => JSON.parse(placeImages(JSON.stringify(value), folder));

test.each([
  ["a picture", { url: "demo-image:/products/a.svg" }, { url: `${folder}/products/a.svg` }],
  [
    "a document of an order",
    { packingSlipAttachmentLink: "demo-image:/documents/x.svg" },
    { packingSlipAttachmentLink: `${folder}/documents/x.svg` },
  ],
  [
    "attachments of a return",
    {
      attachments: [{ id: 1, attachmentUrl: "demo-image:/x" }],
      attachmentLinks: ["demo-image:/y", "https://b.test/demo-image:/z"],
    },
    {
      attachments: [{ id: 1, attachmentUrl: `${folder}/x` }],
      attachmentLinks: [`${folder}/y`, "https://b.test/demo-image:/z"],
    },
  ],
])("%s gets the address that serves it", (_, stored, answered) => {
  expect(place([stored])).toEqual([answered]);
});

test.each([
  { name: "demo-image:/x" },
  { name: 'demo-image:/x","url":"demo-image:/y' },
  { url: "https://images.example.com/demo-image:/x" },
  { metaData: '{"url":"demo-image:/x"}' },
  { links: ["demo-image:/x"] },
])("another text stays unchanged: %j", (stored) => {
  expect(place(stored)).toEqual(stored);
});
