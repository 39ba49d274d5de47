import { groupBy } from "#contract/group-by.ts";
/* The text of a typed rule: words in any case, and where reading failed. Every place is read a bounded number of times. */

/** A text that could stand at a place. */
export interface Offer {
  readonly label: string;
  /** What is typed for it. */
  readonly insert: string;
  readonly badge?: string | undefined;
  /** Other words that it is found by. */
  readonly also?: readonly string[];
}

export interface TypedText {
  readonly text: string;
  /** The next place that is no space. */
  readonly skip: (at: number) => number;
  /** The place after a phrase; -1 where another text is there. */
  readonly word: (at: number, phrase: string) => number;
  /** The place after the first of several phrases that is there; -1 for none. */
  readonly anyOf: (at: number, phrases: readonly string[]) => number;
  /** Notes what could stand at a place, for the message of a failure and for completion. */
  readonly expect: (at: number, words: string, offers?: () => readonly Offer[]) => undefined;
  readonly failure: () => { readonly failsAt: number; readonly expected: string };
  /** The texts that could stand at places near the end, made when they are asked for. */
  readonly offered: () => readonly {
    readonly at: number;
    readonly offers: () => readonly Offer[];
  }[];
}

const isSpace = (character: string | undefined): boolean =>
  character === " " ||
  (character !== undefined && /[^!-~]/.test(character) && /[\s·]/.test(character));

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

const same = (one: string | undefined, other: string): boolean =>
  one === other ||
  (one !== undefined &&
    (one.toLowerCase() === other.toLowerCase() || (one === "’" && other === "'")));

/** Completion looks back no further. */
const longestTyped = 80;

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

export const readTyped = (text: string): TypedText => {
  let far = 0;
  const wanted = new Set<string>();
  const offered: { at: number; offers: () => readonly Offer[] }[] = [];
  const skip = (from: number): number => {
    let at = from;
    while (isSpace(text[at])) at += 1;
    return at;
  };
  const word = (from: number, phrase: string): number => {
    let at = skip(from);
    for (let place = 0; place < phrase.length; place += 1) {
      const character = phrase.charAt(place);
      if (isSpace(character)) {
        while (isSpace(phrase[place + 1])) place += 1;
        if (!isSpace(text[at])) return -1;
        at = skip(at);
      } else if (same(text[at], character)) at += 1;
      else return -1;
    }
    return isLetter(phrase.at(-1)) && isLetter(text[at]) ? -1 : at;
  };
  return {
    text,
    skip,
    word,
    anyOf: (at, phrases) => {
      for (const phrase of phrases) {
        const end = word(at, phrase);
        if (end >= 0) return end;
      }
      return -1;
    },
    expect: (from, words, offers) => {
      const at = skip(from);
      if (at > far) {
        far = at;
        wanted.clear();
      }
      if (at === far) wanted.add(words);
      if (offers && text.length - at <= longestTyped) offered.push({ at, offers });
      return undefined;
    },
    failure: () => ({ failsAt: far, expected: listed([...wanted]) }),
    offered: () => offered,
  };
};

/** The texts that a person may mean by what stands before the cursor, the nearest first. */
export const findOffers = (
  { text, skip, offered }: TypedText,
  most = 40,
): readonly (Offer & { readonly from: number })[] => {
  const seen = new Set<string>();
  const places = groupBy(offered(), ({ at }) => at);
  const found = [...places]
    .toSorted(([one], [other]) => other - one)
    .flatMap(([at, several]) => {
      const typed = text.slice(at).toLowerCase();
      // Nothing is offered within a word that is complete.
      if (typed === "" && at > 0 && skip(at - 1) === at - 1 && isLetter(text[at - 1])) return [];
      const words = typed.split(/\s+/).filter((word) => word !== "");
      return several
        .flatMap(({ offers }) => offers())
        .flatMap((offer) => {
          const names = [offer.label, ...(offer.also ?? [])].map((name) => name.toLowerCase());
          const rank = names.some((name) => name.startsWith(typed))
            ? 0
            : names.some((name) => words.every((word) => name.includes(word)))
              ? 1
              : 2;
          return rank === 2 || names[0] === typed.trim() ? [] : [{ ...offer, from: at, rank }];
        })
        .toSorted((one, other) => one.rank - other.rank);
    });
  return found
    .filter(({ label, badge }) => !seen.has(`${label} ${badge}`) && seen.add(`${label} ${badge}`))
    .slice(0, most)
    .map(({ rank: _rank, ...offer }) => offer);
};
