import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Permission } from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { whyForbidden } from "#web/base/permissions.ts";
import { schemes } from "#web/base/scheme.ts";
import { setSettings, type Settings } from "#web/base/settings.ts";
import type { PaletteOption } from "./palette-option.ts";

const open = (
  label: string,
  path: string,
  words: string,
  permission?: Permission,
): PaletteOption => ({
  id: path,
  label,
  detail: "",
  words,
  act: { kind: "open", path },
  locked: permission && whyForbidden(permission),
});

const schemeNames: Readonly<Record<Settings["scheme"], string>> = {
  light: "Use light colors",
  dark: "Use dark colors",
  auto: "Use the system's colors",
};

/** The actions that every screen has. */
export const consoleActions = (): readonly PaletteOption[] => [
  open("Create mapping rule", "/mapping-rules/new", "new", mappingRuleOperations.saveMappingRule),
  open("Create mapping set", "/mapping-sets/new", "new", mappingSetOperations.createMappingSet),
  open("Create webhook", "/webhooks?new=1", "new", webhookOperations.createWebhookConfiguration),
  open(
    "Receive orders",
    "/received-orders",
    "retrieve import",
    receivedOrderOperations.receiveOrders,
  ),
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
