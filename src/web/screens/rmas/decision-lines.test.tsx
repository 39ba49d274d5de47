// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { session } from "#web/base/session.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { DecisionLines } from "./decision-lines.tsx";
import { waitingRma } from "#web/testing/rma.ts";
import { useDecision } from "./use-decision.ts";
import { useEvidence } from "./use-evidence.ts";

test.each([
  ["Waiting", true],
  ["Canceled", false],
])(
  "undecided units of an RMA with the status %s are marked as waiting: %s",
  async (rmaStatus, isMarked) => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    session.set({ signIn: "none", person: null });
    onTestFinished(() => {
      session.set({ signIn: "none", person: null });
      vi.unstubAllGlobals();
    });
    const rma = waitingRma([{ id: 7, quantity: 1, bundleComponents: [] }], { rmaStatus });
    const Lines = () => (
      <DecisionLines
        rma={rma}
        state={useDecision(1, rma)}
        evidence={useEvidence(1, false)}
        onAccept={() => undefined}
      />
    );
    openTestApp({ "/": Lines });
    const units = () => document.querySelector<HTMLElement>(".line__remaining");
    await expect.poll(() => units()?.textContent).toBe("1 of 1");
    expect(units()?.hasAttribute("data-open")).toBe(isMarked);
  },
);
