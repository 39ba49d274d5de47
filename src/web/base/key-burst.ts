/** A person needs more time from one key to the next; a scanner less than 30 ms, and a busy machine adds some. */
export const personMs = 40;
/** A burst that has begun may stutter. */
const burstMs = 100;
/** So many keys without a pause are a burst: two may be pressed by two fingers. */
const fewestKeys = 3;

interface Key {
  /** A single character, or the name of a key. */
  readonly key: string;
  /** When it was pressed, in ms. */
  readonly at: number;
  /** Whether it is typed into a field, which gets it at once in any case. */
  readonly typed: boolean;
}

/**
 * What happens with a key: it goes on, waits for the next one, follows those that have waited, or does nothing by itself
 * because it is part of a burst.
 */
type Fate = "go on" | "wait" | "follow" | "stop";

interface Acts<K> {
  /** Keys of a person, in order, that have waited. */
  release: (keys: readonly K[]) => void;
  /** The text of a burst. */
  deliver: (text: string) => void;
}

const ends = (key: string): boolean => key === "Enter" || key === "Tab";

/** Tells the keys of a person from a burst of keys, which a barcode scanner types: those are no shortcuts. */
export const createBurstFilter = <K extends Key>({ release, deliver }: Acts<K>) => {
  let keys: K[] = [];
  let isBurst = false;

  /** When the keys so far are a person's, or a burst has ended. */
  const settle = () => {
    const [held, text] = [keys, isBurst && keys.map(({ key }) => key).join("")];
    keys = [];
    isBurst = false;
    if (held[0]?.typed !== false) return;
    if (text === false) release(held);
    else deliver(text);
  };

  /** To be called without a key, too, after `personMs` and later: returns how long to wait for the next call. */
  const expire = (now: number): number | undefined => {
    const last = keys.at(-1);
    if (last === undefined) return undefined;
    const left = last.at + (isBurst ? burstMs : personMs) - now;
    if (left > 0) return left;
    settle();
    return undefined;
  };

  const press = (key: K): Fate => {
    // A busy page may come to the end of their wait only now.
    const hasHeld = keys[0]?.typed === false && !isBurst;
    expire(key.at);
    if (keys[0]?.typed === !key.typed) settle();
    if (ends(key.key)) {
      // Enter is a key of the burst, too: two characters and Enter are three.
      isBurst ||= keys.length + 1 >= fewestKeys;
      const isStopped = isBurst && (!key.typed || key.key === "Enter");
      settle();
      if (isStopped) return "stop";
      return hasHeld && !key.typed && key.key === "Enter" ? "follow" : "go on";
    }
    const isCharacter = [...key.key].length === 1;
    // A space alone scrolls, or presses a button.
    if (!isCharacter || (keys.length === 0 && key.key === " ")) {
      settle();
      return "go on";
    }
    keys.push(key);
    isBurst ||= keys.length >= fewestKeys;
    if (key.typed) return "go on";
    return isBurst ? "stop" : "wait";
  };

  return { press, expire, settle };
};
