import type { KeyedStore } from "./keyed-store.ts";
import { createKeyedStore } from "./keyed-store.ts";
import type { PartKey } from "./part.ts";

/** The state of a part on the screen, which is not saved. */
interface PartView {
  /** The one row that Tab reaches; arrows move it. */
  readonly active?: true;
  /** Its controls are shown instead of its sentence. */
  readonly editing?: true;
  readonly collapsed?: true;
  /** The search finds it. */
  readonly found?: true;
}

/** The focus and the open row. One row is active, at most one is edited. */
export interface ViewStore extends Pick<
  KeyedStore<PartKey, PartView>,
  "get" | "keys" | "subscribe" | "watch"
> {
  readonly active: () => PartKey | undefined;
  readonly editing: () => PartKey | undefined;
  readonly activate: (key: PartKey | undefined) => void;
  /** Opens a row for editing, which makes it active too; undefined closes the open one. */
  readonly edit: (key: PartKey | undefined) => void;
  readonly collapse: (keys: Iterable<PartKey>, collapsed: boolean) => void;
  /** Marks exactly these rows as found. */
  readonly find: (keys: Iterable<PartKey>) => void;
}

export const createViewStore = (): ViewStore => {
  const views = createKeyedStore<PartKey, PartView>();
  const mark = (key: PartKey, name: keyof PartView, on: boolean) => {
    const { [name]: before, ...others } = views.get(key) ?? {};
    if ((before ?? false) === on) return;
    const next: PartView = on ? { ...others, [name]: true } : others;
    views.set(key, Object.keys(next).length === 0 ? undefined : next);
  };
  const marked = (name: keyof PartView) =>
    [...views.keys()].filter((key) => views.get(key)?.[name]);
  let active: PartKey | undefined;
  let editing: PartKey | undefined;
  const activate = (key: PartKey | undefined) => {
    if (active !== undefined && active !== key) mark(active, "active", false);
    active = key;
    if (key !== undefined) mark(key, "active", true);
  };
  return {
    ...views,
    active: () => active,
    editing: () => editing,
    activate,
    edit: (key) => {
      const before = editing;
      editing = key;
      if (before !== undefined && before !== key) mark(before, "editing", false);
      if (key === undefined) return;
      mark(key, "editing", true);
      activate(key);
    },
    collapse: (keys, collapsed) => {
      for (const key of keys) mark(key, "collapsed", collapsed);
    },
    find: (keys) => {
      const wanted = new Set(keys);
      for (const key of marked("found")) if (!wanted.has(key)) mark(key, "found", false);
      for (const key of wanted) mark(key, "found", true);
    },
  };
};
