import { ActionIcon } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { RecordKind } from "#web/base/list-search.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { later } from "#web/kit/later.tsx";
import "./peek.css";

const PeekDrawer = later(async () => (await import("./peek-drawer.tsx")).PeekDrawer);

/** The kinds of records that a drawer can show. */
const peekKinds = ["rmas", "returns", "purchase-orders", "products"] as const;
export type PeekKind = Extract<RecordKind, (typeof peekKinds)[number]>;

/** A record in a drawer. */
export interface Peeked {
  readonly kind: PeekKind;
  readonly id: string;
  /** The address of its screen. */
  readonly path: string;
}

const path = new RegExp(`^/(${peekKinds.join("|")})/(\\d+)$`);

const readLink = (link: Element | null | undefined): Peeked | undefined => {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined;
  const [, kind, id] = path.exec(link.pathname) ?? [];
  return kind && id
    ? { kind: kind as PeekKind, id, path: `${link.pathname}${link.search}` }
    : undefined;
};

/** Controls for which Space has a meaning of its own. */
const takesSpace = "button, input, select, textarea, summary, [role], [contenteditable=true]";

/** The link that Space is for: the focused one, or else the one under the pointer. */
const findLink = (): Peeked | undefined => {
  const focused = document.activeElement;
  const linked = readLink(focused);
  if (linked || focused?.matches(takesSpace)) return linked;
  return readLink(document.querySelector("#main a:hover"));
};

const peeked = createValueStore<Peeked | undefined>(undefined);

const close = () => peeked.set(undefined);

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, repeat } = event;
  if (key !== " " || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || repeat) return;
  if (document.querySelector("[aria-modal=true]")) return;
  const link = findLink();
  if (!link) return;
  event.preventDefault();
  peeked.set(link);
};

/** Space on a linked record opens it in a drawer. Render it once on a screen. */
export const Peek = () => {
  const shown = useValue(peeked);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      close();
    };
  }, []);
  return shown && <PeekDrawer key={shown.path} peeked={shown} onClose={close} onFail={close} />;
};

interface PeekLinkProps {
  kind: PeekKind;
  id: string | number;
  /** The record's number, for the button beside the link. */
  name: string;
  children?: ReactNode;
}

/** A link to a record, with a button that opens it in a drawer: for the pointer what Space is for the keyboard. */
export const PeekLink = ({ kind, id, name, children }: PeekLinkProps) => (
  <span className="peek-link">
    <Link to={`/${kind}/$id`} params={{ id: String(id) }}>
      {children ?? <bdi>{name}</bdi>}
    </Link>
    <ActionIcon
      className="peek-link__button"
      variant="subtle"
      color="gray"
      size="xs"
      tabIndex={-1}
      aria-label={`Peek at ${name}`}
      title="Peek (Space)"
      onPointerEnter={() => void PeekDrawer.load().catch(() => undefined)}
      onClick={() => peeked.set({ kind, id: String(id), path: `/${kind}/${id}` })}
    >
      <IconEye aria-hidden="true" />
    </ActionIcon>
  </span>
);
