/** Names of the characters from U+00A0 to U+00FF, in order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const others: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  lsaquo: "‹",
  rsaquo: "›",
  hellip: "…",
  bull: "•",
  trade: "™",
  euro: "€",
  prime: "′",
  Prime: "″",
  minus: "−",
  le: "≤",
  ge: "≥",
  ne: "≠",
  asymp: "≈",
  infin: "∞",
  larr: "←",
  rarr: "→",
  dagger: "†",
  permil: "‰",
  OElig: "Œ",
  oelig: "œ",
  Scaron: "Š",
  scaron: "š",
  ensp: "\u2002",
  emsp: "\u2003",
  thinsp: "\u2009",
  zwnj: "\u200C",
  zwj: "\u200D",
};

const names: ReadonlyMap<string, string> = new Map([
  ...latin.split(" ").map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries(others),
]);

const isScalar = (code: number): boolean =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

const byNumber = (digits: string): string | undefined => {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return isScalar(code) ? String.fromCodePoint(code) : undefined;
};

/**
 * Converts character references to characters, once (`&amp;amp;` becomes `&amp;`). Supports all numeric references, and
 * the names that product texts use: Latin letters, punctuation, currencies. Unknown references are unchanged.
 */
export const decodeHtml = (html: string): string =>
  html.replace(
    /&(?:#(x[\da-f]{1,6}|\d{1,7})|([a-z][a-z\d]{1,7}));/gi,
    (whole, digits?: string, name?: string) =>
      (digits === undefined ? names.get(name ?? "") : byNumber(digits)) ?? whole,
  );
