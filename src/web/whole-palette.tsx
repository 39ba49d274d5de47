import { screenIcons } from "./main-nav.tsx";
import { mainScreens, screenPermissions } from "#web/base/main-screens.ts";
import { paletteStore } from "#web/kit/open-palette.ts";
import { Palette } from "#web/screens/palette/palette.tsx";

const screens = [
  ...mainScreens.flatMap(({ links }) =>
    links.map((link) => ({
      ...link,
      Icon: screenIcons[link.to],
      permission: screenPermissions[link.to],
    })),
  ),
  { to: "/bulk-runs", label: "Bulk changes", Icon: screenIcons["/audit"] },
  { to: "/rmas/queue", label: "RMA queue", Icon: screenIcons["/rmas"] },
];

const rememberedRules = async () => {
  const memory = await import("#web/screens/mapping-rules/list/rule-memory.ts");
  return memory.rememberedRules();
};

/** Shows the palette with data from outside its folder: the main screens, and the rules stored in this browser. */
export const showPalette = (text = ""): void =>
  paletteStore.set(
    <Palette
      // Another text is another search, also while the palette is open.
      key={text}
      initialText={text}
      screens={screens}
      rememberedRules={rememberedRules}
      onClose={() => paletteStore.set(null)}
    />,
  );
