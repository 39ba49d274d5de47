// @vitest-environment happy-dom
import { useState } from "react";
import { expect, test } from "vitest";
import { DateField } from "./date-field.tsx";
import { openTestApp, typeText } from "#web/testing/app.tsx";

const reason = "Enter a date like 2026-11-22 or 22 Nov 2026";
const readReason = () => document.querySelector("[role=tooltip]")?.textContent;
const findField = () => document.querySelector("input");

const Form = () => {
  const [day, setDay] = useState("");
  return <DateField label="Since" day={day} onDay={setDay} />;
};

test("why a text is no day is shown from when the field is left until the text is a day", async () => {
  openTestApp({ "/": Form });
  await expect.poll(findField).not.toBeNull();
  const field = findField()!;
  field.focus();
  typeText(field, "soon");
  await expect.poll(() => field.getAttribute("aria-description")).toBe(reason);
  expect(readReason()).toBeUndefined();
  field.blur();
  await expect.poll(readReason).toBe(reason);
  field.focus();
  typeText(field, "22 Nov 2026");
  await expect.poll(readReason).toBeUndefined();
  expect(field.getAttribute("aria-description")).toBeNull();
  // A text that is being typed again is not reported before it is complete.
  typeText(field, "22 Nov");
  await expect.poll(() => field.getAttribute("aria-description")).toBe(reason);
  expect(readReason()).toBeUndefined();
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await expect.poll(readReason).toBe(reason);
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await expect.poll(readReason).toBeUndefined();
});
