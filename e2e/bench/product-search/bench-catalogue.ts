import type { ResellerProductParent } from "#contract/products.ts";
import { demoProducts } from "#demo/products.ts";
import { createIds, createRandom } from "#demo/values.ts";

/** The most variants of a product, so that 100,000 products have about 300,000. */
const mostVariants = 4;

/** The demonstration's products, one after the other, as read from a response. */
export function* benchCatalogue(count: number): Generator<ResellerProductParent> {
  const channels = [{ channelId: 1, share: 1 }];
  const made = demoProducts(createRandom(7), createIds(), channels, count, Date.UTC(2026, 10, 20));
  for (const { parent } of made) {
    const variants = parent.variants.slice(0, mostVariants);
    yield JSON.parse(JSON.stringify({ ...parent, variants })) as ResellerProductParent;
  }
}

/** Typical searches: codes, words, parts of words, several words, and misspellings. */
export const typedTexts = [
  "FRY-BRE-10001",
  "har-fje",
  "FRY-MAA-59124-8IN",
  "BRE-00123",
  "600123456789",
  "6213",
  "B0A7",
  "10001",
  "59124",
  "-8in",
  "skillet",
  "cast iron skillet",
  "carbon steel",
  "stainless steel pan",
  "fjellrev alpine harness",
  "maison aubrac",
  "dutch oven",
  "blue steel",
  "crepe pan",
  "sauté",
  "岩鉄",
  "åsen",
  "headlamp",
  "tent 2 person",
  "desk lamp oak",
  "oak desk lamp brass",
  "dog bed large",
  "riveted",
  "made in france",
  "made in japan knife",
  "matte black 12 in",
  "8 in carbon steel",
  "graphite",
  "induction",
  "450 °f",
  "e",
  "a 1",
  "skilelt",
  "stianless steel",
  "headlmap",
  "xyzzy nothing",
];
