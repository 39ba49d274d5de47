/** One line of a picker. */
export interface PickerChoice {
  readonly id: number;
  readonly label: string;
  /** The heading of its group. */
  readonly group?: string | undefined;
  /** A short word at its end: a data type. */
  readonly badge?: string | undefined;
  /** A one-line explanation for new users. */
  readonly explanation?: string | undefined;
  /** Another text that it is found by. */
  readonly alias?: string | undefined;
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const joinWords = ({ label, group, badge, explanation, alias }: PickerChoice): string =>
  fold([label, group, badge, explanation, alias].filter((text) => text !== undefined).join(" "));

/** More lines than people read through; typing shortens the list. */
export const mostChoices = 200;

/** The choices that contain every word typed, in their order. */
export const findChoices = (
  choices: readonly PickerChoice[],
  typed: string,
): readonly PickerChoice[] => {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const words = joinWords(choice);
    return wanted.every((word) => words.includes(word));
  });
};

/** The index of the most likely choice: the name equals the text, starts with it, contains it, else the first. */
export const likeliest = (found: readonly PickerChoice[], typed: string): number => {
  const wanted = fold(typed.trim());
  if (wanted === "") return 0;
  const names = found.map(({ label }) => fold(label));
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.startsWith(wanted),
    (name) => name.includes(wanted),
  ];
  for (const test of tests) {
    const at = names.findIndex(test);
    if (at >= 0) return at;
  }
  return 0;
};

/** Groups adjacent choices of one group, with the index of the first among all. */
export const inGroups = (
  choices: readonly PickerChoice[],
): readonly { name: string | undefined; from: number; choices: readonly PickerChoice[] }[] => {
  const groups: { name: string | undefined; from: number; choices: PickerChoice[] }[] = [];
  choices.forEach((choice, from) => {
    const last = groups.at(-1);
    if (last && last.name === choice.group) last.choices.push(choice);
    else groups.push({ name: choice.group, from, choices: [choice] });
  });
  return groups;
};
