import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer } from "./read.ts";
import { Rma } from "./rmas.ts";
import { WebhookConfiguration } from "./webhooks.ts";

describe("readAnswer", () => {
  test("a matching response is returned without problems, nulls and unknown fields included", () => {
    const { value, problems } = readAnswer(Rma, {
      id: 7,
      items: null,
      rmaStatus: "Mislaid",
      later: { x: 1 },
    });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ id: 7, items: [], rmaStatus: "Mislaid", later: { x: 1 } });
  });

  test("a field of the wrong type becomes null and is reported with its raw value", () => {
    const answer = {
      id: "seven",
      items: [
        { id: 1, quantity: "3" },
        { id: 2, quantity: 4 },
      ],
    };
    const { value, problems } = readAnswer(Rma, answer);
    expect(value.id).toBeNull();
    expect(value.items.map((item) => item.quantity)).toEqual([null, 4]);
    expect(problems.map(({ path, raw }) => [path, raw])).toEqual([
      ["id", "seven"],
      ["items.0.quantity", "3"],
    ]);
    expect(answer.id).toBe("seven");
  });

  test.each([["<html>"], [12], [null], [[]]])(
    "%j in place of a record is a problem at the root",
    (answer) => {
      expect(readAnswer(Rma, answer).problems[0]?.path).toBe("");
    },
  );

  test("a missing required field gets a placeholder and a problem, and the rest is read", () => {
    const { value, problems } = readAnswer(WebhookConfiguration, {
      id: 4,
      subscribedEvents: null,
      webhookUrl: 9,
    });
    expect(value).toEqual({ id: 4, configurationName: "", webhookUrl: "9", subscribedEvents: [] });
    expect(problems.map(({ path, raw }) => [path, raw])).toEqual([
      ["configurationName", undefined],
      ["webhookUrl", 9],
    ]);
  });

  test("never throws, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const before = JSON.stringify(json);
        readAnswer(Rma, json);
        expect(JSON.stringify(json)).toBe(before);
      }),
    );
  });
});
