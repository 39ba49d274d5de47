import { answer, type Behaviour } from "./recording-upstream.ts";

/** An upstream that delays its responses until the test releases them. */
export const holdAnswers = () => {
  const held: (() => void)[] = [];
  const behaviour: Behaviour = (_request, response, { url }) => {
    held.push(() => answer(response, 200, { id: Number(/\d+/.exec(url)?.[0] ?? 0) }));
  };
  const until = async (count: number): Promise<void> => {
    if (held.length >= count) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    await until(count);
  };
  return { held, behaviour, until };
};

/** Waits until a condition is true; the test's own time limit ends the wait. */
export const eventually = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  if (await holds()) return;
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  await eventually(holds);
};
