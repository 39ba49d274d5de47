import { Kbd } from "@mantine/core";
import { SingleKeysSwitch } from "#web/ui/single-keys-switch.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { PlainDialog } from "./plain-dialog.tsx";
import { keyHelp } from "./row-keys.ts";
import type { EditorState } from "./editor-state.ts";

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The names of keys on this machine. */
const keyWords = (keys: string): string =>
  onMac() ? keys.replaceAll("Ctrl+", "⌘").replaceAll("Alt+", "⌥") : keys;

/** The list of the editor's keys. */
export const RuleKeys = ({ editor }: { editor: EditorState }) => {
  const dialog = useValue(editor.dialog);
  if (dialog?.kind !== "keys") return null;
  return (
    <PlainDialog title="Keyboard shortcuts" onClose={() => editor.dialog.set(undefined)}>
      <div className="rule-keys">
        {keyHelp.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, act]) => (
                <div key={key}>
                  <dt>
                    <Kbd>{keyWords(key)}</Kbd>
                  </dt>
                  <dd>{act}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>You can also drag rows. On a touch screen, press and hold a row first.</p>
      <SingleKeysSwitch />
    </PlainDialog>
  );
};
