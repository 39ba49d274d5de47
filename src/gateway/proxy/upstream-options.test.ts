import { expect, it } from "vitest";
import { readUpstreamOptions } from "./tokens.ts";

it.each([
  ["https://api.example.com", "https://api.example.com", ""],
  ["https://api.example.com/", "https://api.example.com", ""],
  ["https://api.example.com/v1/x//", "https://api.example.com", "/v1/x"],
  ["http://127.0.0.1:4201", "http://127.0.0.1:4201", ""],
])("splits %s", (baseUrl, origin, basePath) => {
  expect(readUpstreamOptions({ baseUrl })).toEqual({
    origin,
    basePath,
    rateLimit: 2,
    embedded: false,
  });
});

it.each([
  "",
  "api.example.com",
  "ftp://x",
  "file:///etc/passwd",
  "https://user:pw@x.test",
  "https://x.test/?a=b",
  "https://x.test/#a",
])("refuses the address %s", (baseUrl) => {
  expect(() => readUpstreamOptions({ baseUrl })).toThrow("API_BASE_URL");
});

it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "refuses the rate limit %d",
  (rateLimit) => {
    expect(() => readUpstreamOptions({ baseUrl: "http://x.test", rateLimit })).toThrow(
      "API_RATE_LIMIT",
    );
  },
);

it.each(["with space", "line\r\nx: y", "tab\t", "naïve", "x".repeat(513), ""])(
  "refuses a token that no header accepts, without repeating it",
  (token) => {
    const refusal = (options: object) => {
      try {
        readUpstreamOptions({ baseUrl: "http://x.test", ...options });
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const refusals = [
      refusal({ accountToken: token }),
      refusal({ sourceTokens: new Map([[12, token]]) }),
      refusal({ channelTokens: new Map([[3, token]]) }),
    ];
    expect(refusals.map((text) => /The (.*) token/.exec(text)?.[1])).toEqual([
      "Account",
      "source 12",
      "channel 3",
    ]);
    expect(refusals.filter((text) => token !== "" && text.includes(token))).toEqual([]);
  },
);
