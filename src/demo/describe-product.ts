import type { Random } from "./random.ts";
import { remembered } from "./remembered.ts";
import type { Leaf, Section } from "./vocabulary/leaf.ts";

/** The name and materials of a product. */
export interface ProductWords {
  brand: string;
  line: string;
  noun: string;
  material: string;
}

/** A row of the specification table; also an attribute of the product. */
export interface Specification {
  name: string;
  value: string;
}

/** Words that keep their capital inside a sentence. */
const properNouns = new Set(
  "Baltic Damascus French Turkish Supima Cordura Richlite Cerakote Micarta Clarino Hinoki White-Paper Oxygen-Free".split(
    " ",
  ),
);

/** `Spun Aluminum` is `spun aluminum` inside a sentence; `VG-10 Steel` is `VG-10 steel`. */
const inSentence = remembered((words: string): string =>
  words
    .split(" ")
    .map((word) =>
      /^[A-Z\u00C0-\u00DE][a-zà-ÿ]/.test(word) && !properNouns.has(word)
        ? word.toLowerCase()
        : word,
    )
    .join(" "),
);

const escapeHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;

const capitalized = (sentence: string): string =>
  sentence.charAt(0).toUpperCase() + sentence.slice(1);

const filled = (sentence: string, words: ProductWords): string =>
  capitalized(
    sentence
      .replaceAll("{brand}", words.brand)
      .replaceAll("{line}", words.line)
      .replaceAll("{noun}", inSentence(words.noun))
      .replaceAll("{material}", inSentence(words.material)),
  );

const asHtml = (
  about: string[],
  features: string[],
  specifications: readonly Specification[],
  care: string,
): string => {
  const opening = `<p>${about.slice(0, 2).join(" ")}</p>`;
  const more = about.length > 2 ? `<p>${about.slice(2).join(" ")}</p>` : "";
  const points = features.map((feature) => `<li>${feature}</li>`).join("");
  const rows = specifications
    .map(({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `${opening}${more}<ul>${points}</ul><h3>Specifications</h3><table><tbody>${rows}</tbody></table><p><em>${care}</em></p>`;
};

/** Older goods have descriptions without markup: one paragraph, or lines separated by `<br>`. */
const asPlainText = (random: Random, about: string[], features: string[]): string =>
  random.chance(0.5)
    ? about.join(" ")
    : [...about, "", ...features.map((feature) => `- ${feature}`)].join("<br>");

/** A product's description: sentences of its leaf with its own words filled in; a few goods have none. */
export const describeProduct = (
  random: Random,
  section: Section,
  leaf: Leaf,
  words: ProductWords,
  specifications: readonly Specification[],
): string | null => {
  if (random.chance(0.015)) return null;
  const about = random
    .some(leaf.about, random.int(3, 4))
    .map((sentence) => escapeHtml(filled(sentence, words)));
  const features = random.some(leaf.features, random.int(3, 5)).map(escapeHtml);
  if (random.chance(0.06)) return asPlainText(random, about, features);
  return asHtml(about, features, specifications, escapeHtml(random.pick(section.care)));
};
