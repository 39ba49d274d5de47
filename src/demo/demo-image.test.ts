import fc from "fast-check";
import { expect, test } from "vitest";
import { demoImage, imagePath, imageViews } from "./demo-image.ts";
import { allLeaves } from "./vocabulary/departments.ts";
import { isColor } from "./vocabulary/colors.ts";

test("each leaf has its own drawing in each of its colors", () => {
  const drawn = allLeaves.flatMap((leaf) => {
    const offered = leaf.options.flatMap((option) => option.values).filter(isColor);
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
