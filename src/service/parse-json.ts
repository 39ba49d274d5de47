import { Refusal } from "./refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a JSON body. An empty body is undefined: real clients send the content type without a body. */
export const parseJson = (bytes: Buffer): unknown => {
  try {
    const text = utf8.decode(bytes);
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may contain private data.
    throw new Refusal(400, "The body is not valid JSON", {
      issues: [{ path: "", message: "Not valid UTF-8 JSON" }],
    });
  }
};
