import "./scheme-switch.css";
import { SegmentedControl } from "@mantine/core";
import { schemes } from "#web/base/color-scheme.ts";
import { setSettings, useSetting } from "#web/base/settings.ts";

const labels = { light: "Light", dark: "Dark", auto: "Auto" };
const choices = schemes.map((value) => ({ value, label: labels[value] }));
const classNames = {
  root: "scheme-switch",
  control: "scheme-switch__choice",
  label: "scheme-switch__label",
  indicator: "scheme-switch__mark",
};

/** Switches between light, dark, and the system's scheme. */
export const SchemeSwitch = () => (
  <SegmentedControl
    fullWidth
    aria-label="Colors"
    classNames={classNames}
    data={choices}
    value={useSetting("scheme")}
    onChange={(scheme) => setSettings({ scheme })}
  />
);
