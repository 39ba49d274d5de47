import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from "@mantine/core";

/*
 * All colors, lengths and component defaults of the console. The build converts them to CSS variables
 * (src/build/mantine-css.ts) and the provider passes them to the components, so that both agree. From Mantine only types are
 * imported: `Modal.extend(…)` would put Modal into the first load.
 */

type Shades = MantineColorsTuple;

/**
 * Ten shades per hue, with the same OKLCH lightness for all hues (.975 .945 .89 .82 .75 .68 .60 .53 .47 .40), so that a
 * shade has the same contrast in every hue. Petrol marks actions, orange marks what waits for a person.
 */
const palettes = {
  petrol: shades("f0f9fb def1f5 bce3eb 82d3e3 5dbed1 3ca8bc 1790a3 02798b 036675 02515d"),
  orange: shades("fff4f0 ffe7dd ffcfba ffae89 ff8951 f3680f cf5502 af4701 953b01 772e00"),
  red: shades("fff4f3 ffe6e5 ffcdca ffaaa7 ff8482 f36164 d6464d be2d39 a91228 8a001b"),
  green: shades("f0faf3 e0f2e5 bfe6cb 8ad9a6 67c58b 4ab074 2c965d 048149 016d3c 00572f"),
  amber: shades("fcf6ed f7ebd8 f0d7af ebbc69 daa33c c58d04 a77601 8c6302 775301 5f4200"),
  gray: shades("f2f8f9 e7eef0 d3dddf bbc6ca a3b1b4 8c9b9f 738488 5e6f74 4d5e63 3a4b4f"),
  // Text and surface colors of the dark scheme, in Mantine's order.
  dark: shades("e6eff1 b7c8cd 98adb4 6a848d 2a444d 1a323a 12262d 08161b 1d373f 040c0f"),
};

function shades(list: string): Shades {
  return list.split(" ").map((hex) => `#${hex}`) as unknown as Shades;
}

const face =
  '"Sofia Sans", "Avenir Next Condensed", "Roboto Condensed", "Liberation Sans", system-ui, sans-serif';

const smallText = "var(--mantine-font-size-sm)";

const quietDialog = {
  defaultProps: {
    // The style element that hides the scroll bar violates the Content-Security-Policy; scrolling is blocked without
    // it.
    removeScrollProps: { removeScrollBar: false },
    transitionProps: { duration: 0 },
    zIndex: 40,
  },
};

const overlay = { defaultProps: { backgroundOpacity: 1, color: "var(--shade)" } };

/** Controls have two heights; tokens.css increases them for touch input. */
const buttonSize = (size: unknown) => {
  const small = size === "xs";
  return {
    root: {
      "--button-height": small ? "var(--control-small)" : "var(--control)",
      "--button-padding-x": small ? "0.55rem" : "0.8rem",
      "--button-fz": `var(--mantine-font-size-${small ? "sm" : "md"})`,
    },
  };
};

const iconSizes = new Map<unknown, string>([
  ["xs", "var(--control-small)"],
  // Next to a text, not taller than its line.
  ["sm", "1.5rem"],
]);

const iconSize = (size: unknown) => ({
  root: { "--ai-size": iconSizes.get(size) ?? "var(--control)" },
});

export const theme: MantineThemeOverride = {
  primaryColor: "petrol",
  primaryShade: { light: 8, dark: 8 },
  colors: palettes,
  white: "#ffffff",
  black: "#0a2129",
  fontFamily: face,
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Consolas, monospace',
  fontSmoothing: false,
  // The root font is 15 px (base.css), so 1rem is the size of most text. The smallest is 12 px, small text 13 px.
  fontSizes: {
    xs: "0.8rem",
    sm: "0.8667rem",
    md: "1rem",
    lg: "1.0625rem",
    xl: "1.625rem",
  },
  fontWeights: { regular: "400", medium: "560", bold: "680" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.4", lg: "1.4", xl: "1.15" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2.25rem" },
  shadows: { md: "var(--shadow)", lg: "var(--shadow)" },
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "32px" },
  defaultRadius: "sm",
  breakpoints: { xs: "30em", sm: "40em", md: "48em", lg: "60em", xl: "90em" },
  respectReducedMotion: true,
  components: {
    Modal: quietDialog,
    ModalRoot: quietDialog,
    ModalOverlay: overlay,
    Drawer: quietDialog,
    DrawerRoot: quietDialog,
    DrawerOverlay: overlay,
    Combobox: { defaultProps: { keepMounted: false } },
    Popover: {
      defaultProps: { offset: 4, radius: "md", shadow: "md", transitionProps: { duration: 0 } },
    },
    Tooltip: {
      defaultProps: {
        events: { hover: true, focus: true, touch: false },
        openDelay: 300,
        transitionProps: { duration: 0 },
      },
    },
    Button: {
      defaultProps: {
        variant: "default",
        size: "sm",
        classNames: { section: "icon-room", label: "icon-room" },
      },
      vars: (_theme: unknown, { size }: { size?: unknown }) => buttonSize(size),
    },
    ActionIcon: {
      defaultProps: { variant: "subtle", color: "gray", classNames: { icon: "icon-room" } },
      vars: (_theme: unknown, { size }: { size?: unknown }) => iconSize(size),
    },
    Input: {
      vars: (_theme: unknown, { error }: { error?: unknown }) => ({
        wrapper: {
          "--input-height": "var(--control)",
          "--input-fz": "var(--mantine-font-size-md)",
          "--input-padding-inline-start": "var(--inset)",
          ...(!error && { "--input-bd": "var(--mantine-color-default-border)" }),
        },
      }),
    },
    Kbd: { vars: () => ({ root: { "--kbd-fz": "var(--mantine-font-size-xs)" } }) },
    Badge: { defaultProps: { variant: "light", color: "gray", classNames: { root: "badge" } } },
    Breadcrumbs: { defaultProps: { separatorMargin: "0.45em" } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      classNames: { label: "field-label" },
      // Labels, hints and errors are as large as small text, whatever the size of their field.
      vars: () => ({
        label: { "--input-label-size": smallText },
        description: { "--input-description-size": smallText },
        error: { "--input-error-size": smallText },
      }),
    },
    CloseButton: {
      defaultProps: { "aria-label": "Close" },
    },
  },
};

const tint = (color: keyof typeof palettes, wash: string, hover: string, ink: string) => ({
  [`--mantine-color-${color}-light`]: wash,
  [`--mantine-color-${color}-light-hover`]: hover,
  [`--mantine-color-${color}-light-color`]: ink,
  [`--mantine-color-${color}-outline`]: ink,
});

const shade = (color: keyof typeof palettes, index: number) =>
  `var(--mantine-color-${color}-${index})`;

/**
 * Surface and text colors for each scheme: under Mantine's names where they exist, otherwise under own names. The build
 * writes them into the style sheet.
 * @public
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // Checkbox labels have the text size.
    "--label-fz": "var(--mantine-font-size-md)",
    // The side bar is dark in both schemes.
    "--night-ink": "#e9f2f3",
    "--night-soft": "#a9c1c8",
    "--night-mark": "#ff7a3d",
    // On paper, whatever the scheme.
    "--print-ink": "#000",
    "--print-line": "#999",
  },
  light: {
    "--mantine-color-body": "#f1f5f5",
    "--mantine-color-default": "#ffffff",
    "--mantine-color-default-hover": "#eef4f4",
    "--mantine-color-default-color": "#0a2129",
    "--mantine-color-default-border": "#758990",
    "--mantine-color-anchor": shade("petrol", 8),
    "--mantine-color-dimmed": "#566b73",
    "--mantine-color-placeholder": "#566b73",
    "--mantine-color-error": shade("red", 8),
    "--mantine-color-success": shade("green", 8),
    "--mantine-color-disabled": "#f1f5f5",
    "--mantine-color-disabled-color": "#566b73",
    "--mantine-color-disabled-border": "#d8e2e3",
    ...tint("petrol", "#e6f1f3", "#e0eff0", shade("petrol", 8)),
    ...tint("orange", "#fdf0e6", shade("orange", 1), shade("orange", 8)),
    ...tint("green", "#e5f4ea", shade("green", 1), shade("green", 8)),
    ...tint("red", "#fcebeb", shade("red", 1), shade("red", 8)),
    ...tint("gray", "#e7eeee", "#e7eeee", "#3d545d"),
    "--picked": "#e0eff0",
    "--mark-wash": "#ffe3a3",
    "--ink-soft": "#3d545d",
    "--line": "#d8e2e3",
    "--line-strong": "#75899080",
    "--signal-mark": "#e8590c",
    "--night": "#0a2831",
    "--night-line": "#1b414c",
    "--night-hover": "#143a45",
    "--shade": "#0a212966",
    "--shadow": "0 1px 2px #0a212914, 0 8px 28px #0a21291f",
  },
  dark: {
    "--mantine-color-body": shade("dark", 7),
    "--mantine-color-default": shade("dark", 6),
    "--mantine-color-default-hover": shade("dark", 5),
    "--mantine-color-default-color": shade("dark", 0),
    "--mantine-color-default-border": shade("dark", 3),
    "--mantine-color-anchor": shade("petrol", 3),
    "--mantine-color-dimmed": shade("dark", 2),
    "--mantine-color-placeholder": shade("dark", 2),
    "--mantine-color-error": shade("red", 3),
    "--mantine-color-success": shade("green", 3),
    "--mantine-color-disabled": shade("dark", 8),
    "--mantine-color-disabled-color": shade("dark", 2),
    "--mantine-color-disabled-border": shade("dark", 4),
    ...tint("petrol", "#153842", "#194450", shade("petrol", 3)),
    ...tint("orange", "#3a2416", "#4a2f1d", shade("orange", 3)),
    ...tint("green", "#143a28", "#194832", shade("green", 3)),
    ...tint("red", "#421c20", "#522529", shade("red", 3)),
    ...tint("gray", shade("dark", 8), shade("dark", 5), shade("dark", 1)),
    "--picked": "#17414c",
    "--mark-wash": "#5a4300",
    "--ink-soft": shade("dark", 1),
    "--line": shade("dark", 4),
    "--line-strong": "#6a848d80",
    "--signal-mark": "#ff7a3d",
    "--night": "#051319",
    "--night-line": "#1a2f36",
    "--night-hover": "#0f2027",
    "--shade": "#000a",
    "--shadow": "0 1px 2px #0006, 0 8px 28px #0009",
  },
});
