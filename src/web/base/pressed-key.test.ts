import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key.ts";

test.each([
  // Latin layouts: the letter counts, wherever its key is.
  ["US", "j", "KeyJ", false, "j"],
  ["US with Shift", "J", "KeyJ", true, "J"],
  ["Caps Lock", "J", "KeyJ", false, "j"],
  ["Caps Lock with Shift", "j", "KeyJ", true, "J"],
  ["AZERTY", "a", "KeyQ", false, "a"],
  ["AZERTY", "é", "Digit2", false, "é"],
  ["AZERTY", "&", "Digit1", false, "&"],
  ["AZERTY", "§", "Digit6", false, "§"],
  ["AZERTY with Shift", "1", "Digit1", true, "1"],
  ["Dvorak", "s", "Semicolon", false, "s"],
  ["Dvorak", "j", "KeyC", false, "j"],
  ["Turkish", "ı", "KeyI", false, "ı"],
  ["German with Shift", "?", "Minus", true, "?"],
  // Others: the place of the key counts.
  ["Russian", "о", "KeyJ", false, "j"],
  ["Russian with Shift", "О", "KeyJ", true, "J"],
  ["Russian with Caps Lock", "Ы", "KeyS", false, "s"],
  ["Russian with Shift", "?", "Digit7", true, "?"],
  ["Greek", "ξ", "KeyJ", false, "j"],
  ["Greek", "ς", "KeyW", false, "w"],
  ["Persian", "ت", "KeyJ", false, "j"],
  ["Persian", "۳", "Digit3", false, "3"],
  ["Persian with Shift", "؟", "Slash", true, "?"],
  ["Arabic", "لا", "KeyB", false, "b"],
  ["Hebrew", "ח", "KeyJ", false, "j"],
  ["Hebrew", "/", "KeyQ", false, "/"],
  ["Thai", "่", "KeyJ", false, "j"],
  ["Georgian", "ჯ", "KeyJ", false, "j"],
  // Keys without a letter.
  ["any", "Enter", "Enter", false, "Enter"],
  ["any", "Dead", "KeyE", false, "Dead"],
  ["any", "+", "Equal", true, "+"],
  ["a program without codes", "j", "", false, "j"],
])("%s: %s at %s", (_, key, code, shiftKey, named) =>
  expect(pressedKey({ key, code, shiftKey })).toBe(named),
);
