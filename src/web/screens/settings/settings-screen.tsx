import { Button, Input, NativeSelect, SegmentedControl } from "@mantine/core";
import { type ReactNode, useId, useMemo, useState } from "react";
import { formatDateTime, formatMoney, formatQuantity } from "#web/base/format.ts";
import { consoleKeys, listKeys } from "#web/base/keys.ts";
import { mainScreens } from "#web/base/main-screens.ts";
import { session } from "#web/base/session.ts";
import { resetSettings, setSettings, type Settings, useSetting } from "#web/base/settings.ts";
import type { Choice } from "#web/kit/choices.ts";
import { notify } from "#web/kit/notify.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { SearchableSelect } from "#web/kit/select.tsx";
import { KeyList, SingleKeysSwitch } from "#web/kit/key-list.tsx";
import { ProposalQualitySheet } from "./proposal-quality.tsx";
import "./settings.css";

type Choices<K extends keyof Settings> = readonly (Choice & { readonly value: Settings[K] })[];

const schemeChoices: Choices<"scheme"> = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "Auto" },
];

const densityChoices: Choices<"density"> = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
];

const pageSizeChoices: Choices<"pageSize"> = [
  { value: "25", label: "25" },
  { value: "50", label: "50" },
];

const undoTimeChoices: Choices<"undoTime"> = [
  { value: "0", label: "Off" },
  { value: "5", label: "5 seconds" },
  { value: "10", label: "10 seconds" },
];

/** Formats with a decimal point, because amounts are typed with one. */
const localeChoices: Choices<"locale"> = [
  { value: "", label: "As in this browser" },
  { value: "en-US", label: "United States" },
  { value: "en-GB", label: "United Kingdom" },
  { value: "en-CA", label: "Canada" },
  { value: "en-AU", label: "Australia" },
  { value: "en-IN", label: "India" },
  { value: "iso", label: "ISO 8601 (2026-11-22)" },
];

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Browsers keep names that cities no longer have. */
const renamed: Readonly<Record<string, string>> = {
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho Chi Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

/** All time zones that the browser knows, its own first. */
const timeZoneChoices = (): readonly Choice[] => [
  { value: "", label: `As in this browser (${ownTimeZone()})` },
  ...[...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
    value: zone,
    label: renamed[zone] ?? zone.replaceAll("_", " "),
  })),
];

const links = mainScreens.flatMap((group): MainLink[] => [...group.links]);
const noStarts = ["/connection", "/audit", "/settings"] as const;
type MainLink = (typeof mainScreens)[number]["links"][number];
type Start = Exclude<MainLink, { to: (typeof noStarts)[number] }>;
const isStart = (link: MainLink): link is Start => !noStarts.some((path) => path === link.to);

/** Every main screen with records that staff work on; the compiler checks that `base/settings.ts` accepts each. */
const startChoices: Choices<"start"> = links
  .filter(isStart)
  .map(({ to, label }) => ({ value: to, label }));

interface ControlProps<K extends keyof Settings> {
  name: K;
  label: string;
  hint?: ReactNode;
  choices: readonly (Choice & { readonly value: Settings[K] })[];
}

const change = <K extends keyof Settings>(name: K, value: Settings[K]) =>
  setSettings({ [name]: value });

const Segments = <K extends keyof Settings>({ name, label, hint, choices }: ControlProps<K>) => {
  const id = useId();
  return (
    <Input.Wrapper
      className="settings__segments"
      label={label}
      description={hint}
      inputWrapperOrder={["label", "input", "description"]}
      labelElement="div"
      labelProps={{ id }}
    >
      <SegmentedControl
        classNames={{ label: "settings__choice", indicator: "settings__picked" }}
        aria-labelledby={id}
        data={[...choices]}
        value={useSetting(name)}
        onChange={(value) => change(name, value as Settings[K])}
      />
    </Input.Wrapper>
  );
};

const List = <K extends keyof Settings>({ name, label, hint, choices }: ControlProps<K>) => (
  <NativeSelect
    label={label}
    description={hint}
    data={choices.map(({ value, label: text }) => ({ value, label: text }))}
    value={useSetting(name)}
    onChange={({ target }) => change(name, target.value as Settings[K])}
  />
);

const TimeZone = () => {
  const choices = useMemo(() => timeZoneChoices(), []);
  return (
    <SearchableSelect
      label="Time zone"
      choices={choices}
      value={useSetting("timeZone")}
      onChoose={(timeZone) => setSettings({ timeZone })}
    />
  );
};

/** How dates and amounts are written with the selected format. */
const Sample = () => {
  const [now] = useState(() => Date.now());
  // Formats follow the settings; this component shows them.
  useSetting("timeZone");
  useSetting("locale");
  return (
    <p className="soft" role="status">
      Example: <strong>{formatDateTime(now)}</strong>, <strong>{formatMoney(1234567.5)}</strong>,{" "}
      <strong>{formatQuantity(12500)}</strong>
    </p>
  );
};

const reset = () => {
  resetSettings();
  notify("Settings reset to their defaults");
};

/** The settings of a person. Each change applies at once, in all tabs; other computers have it when they load a page. */
export const SettingsScreen = () => (
  <Screen
    title="Settings"
    lead={
      session.get().person
        ? "Settings apply at once in all tabs, and on your other computers when you open the console there."
        : "Settings apply at once in all tabs, and are shared by everyone who uses this installation."
    }
    actions={<Button onClick={reset}>Reset to defaults</Button>}
  >
    <div className="columns settings">
      <Sheet title="Appearance">
        <div className="stack">
          <Segments name="scheme" label="Colors" choices={schemeChoices} />
          <Segments
            name="density"
            label="Density"
            hint="Compact shows more rows in the same space."
            choices={densityChoices}
          />
        </div>
      </Sheet>
      <Sheet title="Dates and numbers">
        <div className="stack">
          <TimeZone />
          <List name="locale" label="Date and number format" choices={localeChoices} />
          <Sample />
        </div>
      </Sheet>
      <Sheet title="Lists and start">
        <div className="stack">
          <Segments
            name="pageSize"
            label="Rows per page"
            hint="The default is 50, and 25 on a phone. A list's own selection, in its address, takes precedence."
            choices={pageSizeChoices}
          />
          <Segments
            name="undoTime"
            label="Time to undo a decision"
            hint="In the RMA queue, a saved decision waits this long before it is sent."
            choices={undoTimeChoices}
          />
          <List
            name="start"
            label="Start screen"
            hint="Shown first when you open the console. The overview stays in the navigation."
            choices={startChoices}
          />
        </div>
      </Sheet>
      <Sheet title="Keyboard shortcuts" note="Press ? to see those of any screen">
        <div className="stack">
          <KeyList keys={[...consoleKeys, ...listKeys]} />
          <SingleKeysSwitch />
        </div>
      </Sheet>
      <ProposalQualitySheet />
    </div>
  </Screen>
);
