import { expect, test } from "vitest";
import { refuseHost } from "./post-event.ts";

const whyRefused = (host: string): string | undefined => {
  try {
    refuseHost(host, false);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ["93.184.216.34", true],
  ["172.32.0.1", true],
  ["2606:4700::1111", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["172.31.255.255", false],
  ["192.168.1.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:93.184.216.34", false],
  ["64:ff9b::7f00:1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["fc00::1", false],
  ["fe80::1", false],
  ["ff02::1", false],
])("%s is public: %s", (address, expected) => {
  expect(whyRefused(address)).toBe(expected ? undefined : `${address} is a private address`);
});

test.each([
  ["hooks.example.com", true],
  ["HOOKS.EXAMPLE.", true],
  ["warehouse.test", true],
  ["[::1]", false],
  ["10.0.0.1", false],
])("%s is refused, private allowed: %s", (host, allowPrivate) => {
  expect(() => refuseHost(host, allowPrivate)).toThrow(
    /is reserved for examples|is a private address/,
  );
});

test.each([
  ["notexample.com", false],
  ["[::1]", true],
  ["93.184.216.34", false],
])("%s is not refused, private allowed: %s", (host, allowPrivate) => {
  expect(() => refuseHost(host, allowPrivate)).not.toThrow();
});
