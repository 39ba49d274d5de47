import { withCheckDigit } from "./check-digits.ts";
import type { Random } from "./random.ts";
import { remembered } from "./remembered.ts";

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const code = (random: Random, length: number): string => {
  let text = "";
  for (let place = 0; place < length; place += 1)
    text += letters[random.int(0, letters.length - 1)];
  return text;
};

/** `Åsen & Dal` is `ASD`, `Lumenhof` is `LUM`: the prefix of a brand's part numbers. */
export const brandCode = remembered((brand: string): string => {
  const words = brand
    .normalize("NFD")
    .replaceAll("Ø", "O")
    .replaceAll("ø", "o")
    .replaceAll(/[^A-Za-z ]/g, "")
    .toUpperCase()
    .split(" ")
    .filter((word) => word !== "");
  const [first = "GEN", second = ""] = words;
  return (first.slice(0, second === "" ? 3 : 2) + second.slice(0, 1)).padEnd(3, "X");
});

const hash = remembered((text: string): number => {
  let value = 7;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
});

/** The product codes of a variant; `serial` makes them unique. */
export interface ProductCodes {
  mpn: string | null;
  upc: string | null;
  ean: string | null;
  asin: string | null;
}

/** A brand's own company prefix (six digits), then the item's number: unique while serials stay below 100,000 a brand. */
const createUpc = (brand: string, serial: number): string => {
  const prefix = 600_000 + ((hash(brand) + Math.floor(serial / 100_000) * 7919) % 260_000);
  return withCheckDigit(`${prefix}${String(serial % 100_000).padStart(5, "0")}`);
};

export const createCodes = (random: Random, brand: string, serial: number): ProductCodes => {
  const upc = random.chance(0.94) ? createUpc(brand, serial) : null;
  return {
    mpn: random.chance(0.97)
      ? `${brandCode(brand)}-${String(serial).padStart(5, "0")}${code(random, 1)}`
      : null,
    upc,
    ean: upc !== null && random.chance(0.4) ? `0${upc}` : null,
    asin: random.chance(0.55) ? `B0${code(random, 8)}` : null,
  };
};
