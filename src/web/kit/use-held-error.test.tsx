// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useHeldError } from "./use-held-error.ts";

const queryKey = ["things"];
let read = (): Promise<string> => Promise.reject(new Error("First"));

/** The texts of all renders, without repeats. */
const seen: string[] = [];
const Thing = () => {
  const query = useQuery({ queryKey, queryFn: () => read() });
  const held = useHeldError(query);
  const text = `${query.status}: ${held?.message ?? "none"}`;
  if (seen.at(-1) !== text) seen.push(text);
  return null;
};

test("the error of a query stays while it is read again, until the result is there", async () => {
  openTestApp({ "/": Thing });
  const last = () => seen.at(-1);
  await expect.poll(last).toBe("error: First");
  let respond = (_: string) => {};
  read = () => new Promise((resolve) => (respond = resolve));
  void queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("pending: First");
  await queryClient.cancelQueries({ queryKey });
  read = () => Promise.reject(new Error("Second"));
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("error: Second");
  read = () => new Promise((resolve) => (respond = resolve));
  void queryClient.refetchQueries({ queryKey });
  await expect.poll(last).toBe("pending: Second");
  respond("Here");
  await expect.poll(last).toBe("success: none");
  expect(seen[0]).toBe("pending: none");
});
