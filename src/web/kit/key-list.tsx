import { Checkbox, Kbd } from "@mantine/core";
import { setSettings, useSetting } from "#web/base/settings.ts";
import "./key-list.css";

/** Keys and what they do. */
export type Keys = readonly (readonly [keys: string, act: string])[];

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Each key or combination of keys, as it is labeled on this computer. */
const listCaps = (keys: string): string[] =>
  (onMac() ? keys.replaceAll("Ctrl", "⌘").replaceAll("Alt", "⌥") : keys).split(" ");

/** Lists keys with what they do. */
export const KeyList = ({ keys }: { keys: Keys }) => (
  <dl className="key-list">
    {keys.map(([key, act]) => (
      <div key={key}>
        <dt>
          {listCaps(key).map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </dt>
        <dd>{act}</dd>
      </div>
    ))}
  </dl>
);

/** Turns single-letter shortcuts on or off in this browser. */
export const SingleKeysSwitch = ({ className }: { className?: string }) => (
  <Checkbox
    {...(className !== undefined && { className })}
    label="Single-key shortcuts"
    checked={useSetting("singleKeys") === "on"}
    onChange={({ target }) => setSettings({ singleKeys: target.checked ? "on" : "off" })}
  />
);
