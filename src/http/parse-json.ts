import { cutText } from "#contract/cut-text.ts";
import { parseJsonExactly } from "#contract/exact-json.ts";
import { maxNesting } from "#contract/limits.ts";

export type ParsedJson =
  | { readonly kind: "json"; readonly value: unknown; readonly text: string }
  | { readonly kind: "bad"; readonly message: string };

const bad = (message: string): ParsedJson => ({ kind: "bad", message });

/**
 * Every token that matters here: strings, numbers, and the characters that add depth. The text may be no JSON: a string
 * without an end is a token too, because a pattern that insisted on the end would read the rest again from each quote.
 */
const jsonToken = /"(?:[^"\\]|\\[^])*"?|-?\d[\d.eE+-]*|[{}[\]:]/g;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 as RFC 8259 defines it: no byte order mark, no invalid byte. */
export const decodeJson = (bytes: Uint8Array): string | undefined => {
  try {
    const text = utf8.decode(bytes);
    return text.startsWith("\uFEFF") ? undefined : text;
  } catch {
    return undefined;
  }
};

/** Parses bytes that need no limits, IDs exactly; undefined when they are not JSON. */
export const parseJson = (bytes: Uint8Array): { readonly value: unknown } | undefined => {
  const text = decodeJson(bytes);
  try {
    return text === undefined ? undefined : { value: parseJsonExactly(text) };
  } catch {
    return undefined;
  }
};

/** Parses a request's body whose depth is within the limit. */
export const parseBoundedJson = (bytes: Uint8Array): ParsedJson => parseText(decodeJson(bytes));

/**
 * Parses a request's body so strictly that every reader finds the sender's meaning: no duplicate name, no number that a
 * double cannot represent except a 64-bit ID, no name that reaches into an object's prototype, no depth above the limit.
 * The text is passed on as it is, because the value has rounded IDs.
 */
export const parseExactJson = (bytes: Uint8Array): ParsedJson => {
  const text = decodeJson(bytes);
  const parsed = parseText(text);
  const loss = parsed.kind === "json" && text !== undefined ? scanLoss(text) : undefined;
  return loss === undefined ? parsed : bad(loss);
};

const parseText = (text: string | undefined): ParsedJson => {
  if (text === undefined) return bad("The body must be UTF-8 without a byte order mark.");
  const problem = scanDepth(text);
  if (problem !== undefined) return bad(problem);
  try {
    return { kind: "json", value: JSON.parse(text) as unknown, text };
  } catch {
    // The parser's own message quotes the body, which may contain private data.
    return bad("The body is not valid JSON.");
  }
};

/** Before parsing, so that depth costs nothing. */
const scanDepth = (text: string): string | undefined => {
  let depth = 0;
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > maxNesting) return `The body is nested deeper than ${maxNesting} levels.`;
  }
  return undefined;
};

const prototypeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const int64 = /^-?\d{1,19}$/;

/** Finds values that JSON.parse would silently lose or change. The text is known to be JSON here. */
const scanLoss = (text: string): string | undefined => {
  const names: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "{") names.push(new Set());
    else if (token === "[") names.push(new Set());
    else if (token === "}" || token === "]") names.pop();
    else if (token === ":") {
      const name = JSON.parse(last) as string;
      if (prototypeNames.has(name)) return `The name ${name} is not allowed in a body.`;
      if (names.at(-1)?.has(name) === true)
        return `The name ${cutText(name, 100)} appears twice in one object.`;
      names.at(-1)?.add(name);
    } else if (
      !token.startsWith('"') &&
      !int64.test(token) &&
      toDecimal(token) !== toDecimal(String(Number(token)))
    )
      return `The number ${token.slice(0, 40)} can't be represented exactly.`;
    last = token;
  }
  return undefined;
};

/** A number's spelling reduced to sign, digits and exponent, so that 1.50 and 15e-1 are equal; else the text. */
const toDecimal = (text: string): string => {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutEndZeros(digits);
  if (significant === "") return whole === "" ? text : "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
};

/** A pattern would read each run of zeros once from each of its zeros. */
const withoutEndZeros = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
};
