// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { ProductMatches } from "#catalog/product-index.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { useProductSelection } from "./find-foot.tsx";

const matchesOf = (...ids: number[]) => ({ ids: Float64Array.from(ids) }) as ProductMatches;

test("all matches of a search are selected and cleared without those of another search", async () => {
  const matches = createValueStore(matchesOf(1, 2, 3));
  const Selection = () => {
    const { ids, toggle, toggleAll } = useProductSelection(useValue(matches));
    return (
      <>
        <p>{[...ids].join()}</p>
        <button onClick={() => toggle(1)}>Second</button>
        <button onClick={toggleAll}>All</button>
      </>
    );
  };
  openTestApp({ "/": Selection });
  const shown = () => document.querySelector("p")?.textContent;
  await pressButton("Second");
  await expect.poll(shown).toBe("2");
  matches.set(matchesOf(7, 8));
  await pressButton("All");
  await expect.poll(shown).toBe("2,7,8");
  await pressButton("All");
  await expect.poll(shown).toBe("2");
});
