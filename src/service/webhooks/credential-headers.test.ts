import { expect, test } from "vitest";
import { credentialHeaders } from "./sign-event.ts";

const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString("base64")}`,
});

test.each([
  ["https://a.example/in?user=x", {}],
  ["https://user:word@a.example/", basic("user:word")],
  ["https://us%40er:w%C3%B6rd%3A@a.example/", basic("us@er:wörd:")],
  ["https://key@a.example/", basic("key:")],
  ["https://:word@a.example/", basic(":word")],
  ["https://100%:%zz@a.example/", basic("100%:%zz")],
])("%s", (address, expected) => expect(credentialHeaders(address)).toEqual(expected));
