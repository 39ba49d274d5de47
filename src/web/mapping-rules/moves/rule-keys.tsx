import { Checkbox, Kbd } from "@mantine/core";
import { useState } from "react";
import { setSingleKeys, singleKeysOn } from "#web/ui/single-keys.ts";
import { useValue } from "#web/ui/value-store.ts";
import { PlainDialog } from "./plain-dialog.tsx";
import { keyHelp } from "./row-keys.ts";
import type { RuleMoves } from "./rule-moves.ts";

const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** As the keys are called on this machine. */
const keyWords = (keys: string): string =>
  onMac() ? keys.replaceAll("Ctrl+", "⌘").replaceAll("Alt+", "⌥") : keys;

const Single = () => {
  const [on, setOn] = useState(singleKeysOn);
  return (
    <Checkbox
      label="Single letters, / and ? are keys"
      checked={on}
      onChange={({ target }) => {
        setSingleKeys(target.checked);
        setOn(target.checked);
      }}
    />
  );
};

/** Which keys the editor obeys. */
export const RuleKeys = ({ moves }: { moves: RuleMoves }) => {
  const dialog = useValue(moves.dialog);
  if (dialog?.kind !== "keys") return null;
  return (
    <PlainDialog title="Keys of the rule" onClose={() => moves.dialog.set(undefined)}>
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
      <p>
        Rows can be dragged with the mouse too; on a touch screen press a row for a moment first.
      </p>
      <Single />
    </PlainDialog>
  );
};
