import "#web/kit/option.css";
import "./palette.css";
import { CloseButton, Combobox, Kbd, Modal, TextInput, useCombobox } from "@mantine/core";
import { IconBolt, IconSearch, type Icon } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { formatCount } from "#web/base/format.ts";
import { pressedKey } from "#web/base/keys.ts";
import { useBackCloses } from "#web/base/history.ts";
import { useFirstFocus, useOpener } from "#web/base/focus.ts";
import { MarkedLabel } from "./marked-label.tsx";
import type { PaletteScreen } from "./palette-groups.ts";
import type { PaletteGroup, PaletteOption } from "./palette-option.ts";
import { type PaletteProps, usePalette } from "./use-palette.ts";

interface WithIcons extends PaletteProps {
  screens: readonly (PaletteScreen & { readonly Icon: Icon })[];
}

type Screens = WithIcons["screens"];

/** The icon of an option; a record has the icon of its list. */
const iconOf = ({ act }: PaletteOption, screens: Screens): Icon => {
  if (act.kind === "run") return IconBolt;
  if (act.kind === "find") return IconSearch;
  const [, list = ""] = act.path.split(/[/?]/);
  return screens.find(({ to }) => to === `/${list}`)?.Icon ?? IconSearch;
};

const optionId = (list: string, option: PaletteOption | undefined): string | undefined =>
  option && `${list}-${option.id.replaceAll(/\s/g, "_")}`;

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(last, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
};

interface OptionsProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteOption | undefined;
  typed: string;
  screens: Screens;
  onChoose: (option: PaletteOption) => void;
}

const Options = ({ id, groups, active, typed, screens, onChoose }: OptionsProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[data-combobox-selected]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <Combobox.Options ref={list} id={id} className="palette__options" aria-label="Results">
      {groups.map(({ title, options }) => (
        <Combobox.Group key={title} label={title}>
          {options.map((option) => {
            const OptionIcon = iconOf(option, screens);
            return (
              <Combobox.Option
                key={option.id}
                id={optionId(id, option) ?? ""}
                className="option palette__option"
                value={option.id}
                title={option.locked}
                data-locked={option.locked !== undefined || undefined}
                aria-disabled={option.locked !== undefined || undefined}
                selected={option === active}
                aria-selected={option === active}
                onClick={() => onChoose(option)}
              >
                <OptionIcon aria-hidden="true" size={17} stroke={1.75} />
                <span className="palette__label truncate">
                  <MarkedLabel text={option.label} typed={typed} />
                </span>
                {option.locked !== undefined && (
                  <span className="palette__detail truncate">Locked for your role</span>
                )}
                {option.locked === undefined && option.detail && (
                  <span className="palette__detail truncate">
                    <MarkedLabel text={option.detail} typed={typed} />
                  </span>
                )}
              </Combobox.Option>
            );
          })}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
};

const hint = "Type a screen, an action, a number, an ID or a SKU.";
const longHint = "Type a screen, an action, an RMA, return or order number, an ID or a SKU.";

const noteOf = ({
  text,
  problem,
  finding,
  groups,
  isPending,
}: ReturnType<typeof usePalette>): string => {
  if (problem !== undefined) return problem;
  if (finding !== undefined) return `Searching for ${finding}…`;
  if (text.trim() === "") return hint;
  if (isPending) return "Searching products…";
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  // The link to the product search is always included.
  return count > 1 ? formatCount(count, "result") : `No matches. ${longHint}`;
};

const Body = (props: WithIcons) => {
  const { screens, onClose } = props;
  const state = usePalette(props);
  const { groups, active, text } = state;
  const list = useId();
  const body = useFirstFocus();
  const store = useCombobox({ opened: true });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) state.move(step);
    else if (event.key === "Enter") state.enter();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={body} className="palette__body">
      <Combobox store={store}>
        <div className="palette__head">
          <TextInput
            data-autofocus
            className="palette__field"
            role="combobox"
            aria-label="Search screens, records and actions"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={optionId(list, active)}
            aria-autocomplete="list"
            aria-describedby={`${list}-note`}
            placeholder="Screen, action, number, ID or SKU"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            value={text}
            onChange={(event) => state.type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <CloseButton onClick={onClose} />
        </div>
        <Options
          id={list}
          groups={groups}
          active={active}
          typed={text}
          screens={screens}
          onChoose={state.choose}
        />
      </Combobox>
      <footer className="palette__foot">
        <p id={`${list}-note`} role="status">
          {noteOf(state)}
        </p>
        <span className="palette__keys" aria-hidden="true">
          <span>
            <Kbd>↑ ↓</Kbd> move
          </span>
          <span>
            <Kbd>Enter</Kbd> open
          </span>
          <span>
            <Kbd>Esc</Kbd> close
          </span>
        </span>
      </footer>
    </div>
  );
};

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && pressedKey(event).toLowerCase() === "k";

/** The command palette: finds screens, records and actions by name. Rendered while it is open. */
export const Palette = (props: WithIcons) => {
  const { onClose } = props;
  useOpener();
  useBackCloses(onClose);
  return (
    <Modal.Root
      opened
      returnFocus={false}
      classNames={{ content: "palette" }}
      size="var(--size-40)"
      xOffset="var(--s2)"
      yOffset="max(var(--s2), 9dvh)"
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content
        aria-label="Search"
        onKeyDown={(event) => {
          if (!isPaletteKey(event)) return;
          event.preventDefault();
          onClose();
        }}
      >
        <Body {...props} />
      </Modal.Content>
    </Modal.Root>
  );
};
