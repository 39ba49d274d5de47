/** How long the first screen waits for the font, in ms: the page has usually fetched it, and it is only to be decoded. */
const mostWait = 100;

/** The font that `public/boot.js` loads, and adds to the page unless it is late. */
interface EarlyFont {
  isLate: boolean;
  readonly settled: Promise<void>;
}

const place = globalThis as { earlyFont?: EarlyFont };

/**
 * Resolves when the page has its font. If that takes long, the page keeps the fallback until it is opened again: a font
 * that came later would move texts.
 */
export const waitForFont = async (): Promise<void> => {
  const font = place.earlyFont;
  if (!font) return;
  await Promise.race([font.settled, new Promise((resolve) => setTimeout(resolve, mostWait))]);
  font.isLate = true;
};
