import type { FastifyServerOptions } from "fastify";

/** The replacement for a token. */
const redacted = "[redacted]";

/** Shorter ones are replaced only as whole words: they would hit ordinary text. */
const shortToken = 8;

const escapeForPattern = (text: string) =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

const namedEntities: Readonly<Record<string, string>> = {
  "&": "|&amp;",
  "<": "|&lt;",
  ">": "|&gt;",
  '"': "|&quot;",
};

/** One character as itself, percent-encoded, JSON-escaped (at any level of nesting) or as an HTML entity. */
const spellings = (character: string): string => {
  const code = character.charCodeAt(0);
  const either = (text: string) =>
    [...text].map((c) => (/[a-f]/.test(c) ? `[${c}${c.toUpperCase()}]` : c)).join("");
  const plain = (/["\\/]/.test(character) ? String.raw`\\{0,4}` : "") + escapeForPattern(character);
  const slashes = String.raw`\\{1,4}u`;
  const numbered = `&#(?:${code}|[xX]0*${either(hex(code, 2))});`;
  const named = namedEntities[character] ?? "";
  return `(?:${plain}|%${either(hex(code, 2))}|${slashes}${either(hex(code, 4))}|${numbered}${named})`;
};

/** The base64 of the token at each offset in a longer text: the characters that depend on nothing else. */
const base64Cores = (token: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token, "latin1")]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((bytes.length * 8) / 6);
    return (["base64", "base64url"] as const).map((encoding) =>
      bytes.toString(encoding).slice(from, to),
    );
  });

const patternOf = (token: string): string => {
  const spelled = [...token].map(spellings).join("");
  if (token.length < shortToken) return `(?<![A-Za-z0-9])${spelled}(?![A-Za-z0-9])`;
  const bytes = Buffer.from(token, "latin1").toString("hex");
  const encoded = [...base64Cores(token).map(escapeForPattern), bytes, bytes.toUpperCase()];
  return [spelled, ...new Set(encoded)].join("|");
};

export interface Redactor {
  text(text: string): string;
  /** Writes a JSON value with every string and name in it redacted. */
  serialise(value: unknown): string;
}

/** Removes the tokens from everything that leaves the gateway: responses, problems and log lines. */
export const createRedactor = (tokens: readonly string[]): Redactor => {
  if (tokens.length === 0)
    return { text: (text) => text, serialise: (value) => JSON.stringify(value) };
  const longestFirst = tokens.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join("|"), "g");
  const text = (plain: string) => plain.replaceAll(pattern, redacted);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return tokens.includes(String(value)) ? redacted : value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [text(name), walk(inner)]),
    );
  };
  return {
    text,
    serialise: (value) => {
      const plain = JSON.stringify(value);
      // The walk is for the rare response that contains a token; replacing in the text itself could break its JSON.
      return plain.search(pattern) === -1 ? plain : JSON.stringify(walk(value));
    },
  };
};

/** The destination of log lines (JSON, one a line) and their level. */
export interface LogOptions {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly write: (line: string) => void;
}

/** Secrets that sign webhooks; they pass through the gateway, which doesn't know them. */
const withoutSecrets = (line: string): string => line.replaceAll(/whsec_[\w+/=-]+/g, redacted);

/**
 * A log without tokens, headers and bodies: pino escapes control characters, and the redactor processes each line last.
 */
export const loggerFor = (
  log: LogOptions | undefined,
  redactor: Redactor,
): NonNullable<FastifyServerOptions["logger"]> =>
  log === undefined
    ? false
    : {
        level: log.level,
        stream: { write: (line: string) => log.write(withoutSecrets(redactor.text(line))) },
        serializers: {
          req: ({ method, url }: { method: string; url: string }) => ({
            method,
            path: url.split("?")[0],
          }),
          res: ({ statusCode }) => ({ statusCode: statusCode ?? 0 }),
        },
      };
