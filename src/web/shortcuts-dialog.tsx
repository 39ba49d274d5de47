import { Button } from "@mantine/core";
import { paletteStore } from "#web/kit/open-palette.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { KeyList, SingleKeysSwitch } from "#web/kit/key-list.tsx";
import { consoleKeys, listKeys, shortcutsTitle } from "#web/base/keys.ts";

const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    wide
    closesBeside
    title={shortcutsTitle}
    onClose={onClose}
    foot={<Button onClick={onClose}>Close</Button>}
  >
    <div className="stack">
      <section aria-label="On every screen">
        <h3>On every screen</h3>
        <KeyList keys={consoleKeys} />
      </section>
      <section aria-label="In lists">
        <h3>In lists</h3>
        <KeyList keys={listKeys} />
      </section>
      <SingleKeysSwitch />
    </div>
  </Dialog>
);

/** Shows the shortcuts of all screens, on a screen without a list of its own. It takes the place of the palette. */
export const showShortcuts = (): void =>
  paletteStore.set(<ShortcutsDialog onClose={() => paletteStore.set(null)} />);
