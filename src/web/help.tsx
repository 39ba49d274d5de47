import { consoleKeys, listKeys } from "#web/base/keys.ts";
import { Drawer } from "#web/kit/dialog.tsx";
import { KeyList, SingleKeysSwitch } from "#web/kit/key-list.tsx";
import { paletteStore } from "#web/kit/open-palette.ts";
import { type HelpText, helpTexts, type KeyGroup } from "./help-texts.ts";
import "./help.css";

/** The help of the screen at an address: addresses of records differ by their ID only. */
export const findHelp = (pathname: string): HelpText => {
  const path = pathname.replace(/(?<=.)\/$/, "");
  return helpTexts[path] ?? helpTexts[path.replace(/\/[^/]+$/, "/$id")] ?? helpTexts["/"]!;
};

interface HelpProps {
  text: HelpText;
  groups: readonly KeyGroup[];
}

const Help = ({ text: { title, about, tries }, groups }: HelpProps) => (
  <Drawer title="Help" onClose={() => paletteStore.set(null)}>
    <div className="help">
      <h3>{title}</h3>
      <p>{about}</p>
      <h4>Try this</h4>
      <ul className="help__tries">
        {tries.map((act) => (
          <li key={act}>{act}</li>
        ))}
      </ul>
      {groups.map((group) => (
        <section key={group.title} aria-label={`Shortcuts: ${group.title}`}>
          <h4>{group.title}</h4>
          <KeyList keys={group.keys} />
        </section>
      ))}
      <SingleKeysSwitch />
    </div>
  </Drawer>
);

/** Shows the help of the screen that is open. It takes the place of the palette. */
export const showHelp = async (): Promise<void> => {
  const text = findHelp(location.pathname);
  const own = (await text.ownKeys?.()) ?? [];
  const groups = [
    ...own,
    ...(text.isList ? [{ title: "In the list", keys: listKeys }] : []),
    { title: "On every screen", keys: consoleKeys },
  ];
  paletteStore.set(<Help text={text} groups={groups} />);
};
