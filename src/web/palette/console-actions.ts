import { schemes } from "#web/ui/scheme.ts";
import { setSettings, type Settings } from "#web/ui/settings.ts";
import type { PaletteOption } from "./palette-option.ts";

const open = (label: string, path: string, words = ""): PaletteOption => ({
  id: path,
  label,
  detail: "",
  words,
  act: { kind: "open", path },
});

const schemeNames: Readonly<Record<Settings["scheme"], string>> = {
  light: "Use light colors",
  dark: "Use dark colors",
  auto: "Use the system's colors",
};

/** The actions that every screen has. */
export const consoleActions: readonly PaletteOption[] = [
  open("Create mapping rule", "/mapping-rules/new", "new"),
  open("Create mapping set", "/mapping-sets/new", "new"),
  open("Create webhook", "/webhooks?new=1", "new"),
  open("Receive orders", "/received-orders", "retrieve import"),
  open("Import mapping rules", "/mapping-rules/import", "json file"),
  open("Show the rule reference", "/mapping-rules/reference", "help fields comparators"),
  ...schemes.map((scheme): PaletteOption => ({
    id: `scheme ${scheme}`,
    label: schemeNames[scheme],
    detail: "",
    words: "theme mode colours switch scheme",
    act: { kind: "run", run: () => setSettings({ scheme }) },
  })),
];
