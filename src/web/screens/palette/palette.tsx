import { CloseButton, Combobox, Kbd, Modal, TextInput, useCombobox } from "@mantine/core";
import { type Icon, IconBolt, IconSearch } from "@tabler/icons-react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Fragment, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { editingRules } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Permission } from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { describeError } from "#web/api/error-advice.ts";
import { findMarkRanges } from "#catalog/mark-ranges.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { rmaList } from "#web/api/rmas.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { schemes } from "#web/base/color-scheme.ts";
import { useFirstFocus, useOpener } from "#web/base/focus.ts";
import { formatCount } from "#web/base/format.ts";
import { useBackCloses } from "#web/base/history.ts";
import { pressedKey } from "#web/base/keys.ts";
import { productSearchFocus } from "#web/base/last-channel.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { whyForbidden } from "#web/base/session.ts";
import { setSettings, type Settings } from "#web/base/settings.ts";
import { useValue } from "#web/base/value-store.ts";
import { numbersToRequest } from "#web/records/order-numbers.ts";
import { recentRecords } from "#web/records/recent-records.ts";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { useProducts } from "./find-products.ts";
import { useFoundRecords } from "./find-records.ts";
import {
  actionOptions,
  paletteGroups,
  type PaletteScreen,
  type PaletteStock,
  recentOptions,
  screenOptions,
} from "./palette-groups.ts";
import {
  knownRecords,
  type NumberedKind,
  type PaletteAct,
  type PaletteGroup,
  type PaletteOption,
} from "./palette-options.ts";
import "#web/kit/option.css";
import "./palette.css";

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

const consoleActions = (): readonly PaletteOption[] => [
  open("Create mapping rule", "/mapping-rules/new", "new", editingRules),
  open("Create mapping set", "/mapping-sets/new", "new", mappingSetOperations.createMappingSet),
  open("Create webhook", "/webhooks?new=1", "new", webhookOperations.createWebhookConfiguration),
  open(
    "Receive orders",
    "/received-orders",
    "retrieve import",
    receivedOrderOperations.receiveOrders,
  ),
  open("Import mapping rules", "/mapping-rules/import", "json file"),
  open("Show the rule reference", "/mapping-rules/reference", "help fields comparisons"),
  ...schemes.map((scheme): PaletteOption => ({
    id: `scheme ${scheme}`,
    label: schemeNames[scheme],
    detail: "",
    words: "theme mode colours switch scheme",
    act: { kind: "run", run: () => setSettings({ scheme }) },
  })),
];

interface Numbered {
  readonly noun: string;
  readonly plural: string;
  /** The filter of its list. */
  readonly filter: string;
  /** The same request as that of the list for this number, so that the list finds the response in the cache. */
  readonly read: (
    cache: QueryClient,
    number: string,
  ) => Promise<{ readonly value: readonly { readonly id?: number | null | undefined }[] }>;
}

const numbered: Readonly<Record<NumberedKind, Numbered>> = {
  rmas: {
    noun: "RMA",
    plural: "RMAs",
    filter: "rmaNumbers",
    read: (cache, number) => {
      const rmaNumbers = toRecordNumbers(number, "RMA");
      return cache.fetchQuery(rmaList({ rmaNumbers, pageNumber: 1, pageSize: 50 }));
    },
  },
  "purchase-orders": {
    noun: "purchase order",
    plural: "purchase orders",
    filter: "poNumbers",
    read: (cache, number) => {
      const page = { filterPageNumber: 1, filterPageSize: 50 };
      return cache.fetchQuery(purchaseOrderList({ poNumbers: numbersToRequest(number), ...page }));
    },
  },
};

/** Finds a record by number with one request: the address of the record, or of the list if there are several. */
const findByNumber = async (
  cache: QueryClient,
  kind: NumberedKind,
  number: string,
): Promise<{ readonly path: string } | { readonly problem: string }> => {
  const { noun, plural, filter, read } = numbered[kind];
  try {
    const { value } = await read(cache, number);
    const [first] = value;
    if (!first?.id) return { problem: `No ${noun} has the number ${number}.` };
    return value.length === 1
      ? { path: `/${kind}/${first.id}` }
      : { path: `/${kind}?${filter}=${encodeURIComponent(number)}` };
  } catch (error) {
    return isUnserved(error)
      ? { problem: `The service doesn't offer a list of ${plural}. Open the record by its ID.` }
      : { problem: `Couldn't search ${plural}. ${describeError(error).text}` };
  }
};

interface PaletteProps {
  screens: readonly PaletteScreen[];
  /** The mapping rules stored in this browser. */
  rememberedRules: () => Promise<readonly { readonly rule: unknown }[]>;
  /** Searched for when the palette opens; empty for nothing. */
  initialText: string;
  onClose: () => void;
}

const useStock = ({ screens, rememberedRules }: PaletteProps): Omit<PaletteStock, "actions"> => {
  const cache = useQueryClient();
  const router = useRouter();
  const [rules, setRules] = useState<readonly { readonly rule: unknown }[]>([]);
  useEffect(() => {
    rememberedRules().then(setRules, () => undefined);
  }, [rememberedRules]);
  const [atOnce] = useState(() => ({
    recent: recentOptions(recentRecords(), router.state.location.pathname),
    screens: screenOptions(screens),
    everywhere: consoleActions(),
  }));
  return useMemo(
    () => ({ ...atOnce, records: knownRecords(cache, rules) }),
    [atOnce, cache, rules],
  );
};

interface Typed {
  readonly text: string;
  /** The option that the user moved to; undefined: the first. */
  readonly active?: string | undefined;
  /** Why the chosen number was not found, or the chosen action is not allowed. */
  readonly problem?: string;
  readonly finding?: string;
}

const localTitles: readonly (string | undefined)[] = ["Recent", "Go to", "Actions"];
const isLocal = (title: string | undefined): boolean => localTitles.includes(title);

const usePalette = (props: PaletteProps) => {
  const { onClose } = props;
  const cache = useQueryClient();
  const router = useRouter();
  const stock = useStock(props);
  const [typed, setTyped] = useState<Typed>({ text: props.initialText });
  const { text } = typed;
  const { rows, channel, isPending: findsProducts } = useProducts(text.trim());
  const { found, isPending: findsRecords } = useFoundRecords(text.trim());
  const isPending = findsProducts || findsRecords;
  const sources = useValue(actionSources);
  const groups = useMemo(() => {
    const actions = actionOptions(availableActions(sources));
    return paletteGroups({ ...stock, actions }, { rows, channel }, text, found.options);
  }, [stock, sources, rows, channel, text, found]);
  const options = groups.flatMap((group) => group.options);
  const moved = options.find(({ id }) => id === typed.active);
  const active = moved ?? options[0];

  const open = (path: string, toSearch = false) => {
    onClose();
    router.history.push(path);
    if (toSearch) productSearchFocus.set(true);
  };
  // Typing, moving and closing cancel the search for a number.
  const turn = useRef(0);
  useEffect(() => {
    const turns = turn;
    return () => void (turns.current += 1);
  }, []);
  const find = async (option: PaletteOption, act: Extract<PaletteAct, { kind: "find" }>) => {
    const mine = (turn.current += 1);
    setTyped({ text, active: option.id, finding: option.label });
    const found = await findByNumber(cache, act.of, act.number);
    if (mine !== turn.current) return;
    if ("path" in found) open(found.path);
    else setTyped({ text, active: option.id, problem: found.problem });
  };
  const choose = (option: PaletteOption | undefined) => {
    if (option === undefined) return;
    if (option.locked !== undefined)
      return setTyped({ text, active: option.id, problem: option.locked });
    const { act } = option;
    if (act.kind === "open") return open(act.path, act.toSearch);
    if (act.kind === "find") return void find(option, act);
    onClose();
    // Runs after the palette has closed, so that it isn't printed and doesn't take the focus.
    setTimeout(act.run);
  };

  // Enter waits for the products of the text if they may come first.
  const wish = useRef(false);
  const isSettled = moved !== undefined || !isPending || isLocal(groups[0]?.title);
  useEffect(() => {
    if (!wish.current || !isSettled) return;
    wish.current = false;
    choose(active);
  });
  return {
    ...typed,
    groups,
    active,
    isPending,
    missing: found.missing,
    type: (next: string) => {
      wish.current = false;
      turn.current += 1;
      setTyped({ text: next });
    },
    move: (step: (at: number, last: number) => number) => {
      turn.current += 1;
      const at = active ? options.indexOf(active) : 0;
      setTyped({ text, active: options[step(at, options.length - 1)]?.id });
    },
    choose,
    enter: () => {
      if (isSettled) choose(active);
      else wish.current = true;
    },
  };
};

const MarkedLabel = ({ text, typed }: { text: string; typed: string }) => {
  const ranges = findMarkRanges(text, typed);
  return (
    <bdi>
      {ranges.map(({ start, end }, place) => (
        <Fragment key={start}>
          {text.slice(ranges[place - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </bdi>
  );
};

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

const hint = "Type a screen, an action, a number, a customer, an SKU or a tracking number.";
const longHint =
  "Type a screen, an action, a number or ID, a customer, an email, a phone, an SKU or a tracking number.";

const noteOf = ({
  text,
  problem,
  finding,
  groups,
  isPending,
  missing,
}: ReturnType<typeof usePalette>): string => {
  if (problem !== undefined) return problem;
  if (finding !== undefined) return `Searching for ${finding}…`;
  if (text.trim() === "") return hint;
  if (isPending) return "Searching…";
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  // The link to the product search is always included.
  if (count <= 1) return `No matches. ${missing || longHint}`;
  return [formatCount(count, "result"), missing].filter(Boolean).join(". ");
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
            placeholder="Screen, action, number, customer, SKU or tracking number"
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
