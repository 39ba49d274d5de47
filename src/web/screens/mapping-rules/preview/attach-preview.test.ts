import { afterEach, describe, expect, test } from "vitest";
import { setPart } from "#rule-model/edit-draft.ts";
import { rootKey } from "#rule-model/part.ts";
import { testBuilder } from "#rule-model/testing/builder.ts";
import { attachPreview } from "./attach-preview.ts";
import { createPreviewSession } from "./preview-session.ts";
import { readPastedRecords } from "./samples-bar.tsx";

const records = [
  { sku: "1", title: "Brass lamp", price: 5, attributes: [{ name: "Material", value: "oak" }] },
  { sku: "2", title: "Oak table", price: 6, attributes: [{ name: "Material", value: "oak" }] },
  { sku: "3", title: "Desk lamp", price: 7, attributes: [] },
];
const pasted = readPastedRecords(JSON.stringify(records), "product").samples;

let detach = () => {};
afterEach(() => detach());

const attached = () => {
  const builder = testBuilder();
  const session = createPreviewSession(builder);
  const nothing = () => {};
  let paint = nothing;
  session.choice.set({ ...session.choice.get(), pasted });
  detach = attachPreview(
    builder,
    session,
    (callback) => {
      paint = callback;
      return () => {
        paint = nothing;
      };
    },
    () => 0,
  );
  const keyOfKind = (kind: string, at = 0) =>
    [...builder.draft.keys()].filter((key) => builder.draft.get(key)?.kind === kind)[at] ?? -1;
  return {
    builder,
    session,
    condition: keyOfKind("condition"),
    action: keyOfKind("action"),
    paint: () => {
      // On a slow machine the work runs in several steps.
      while (paint !== nothing) {
        const now = paint;
        paint = nothing;
        now();
      }
    },
  };
};

describe("results are written to the parts", () => {
  test("no results while the test is closed", () => {
    const { builder, session, paint } = attached();
    session.change({ open: false });
    paint();
    expect(builder.preview.size()).toBe(0);
  });

  test("counts over all samples and the verdict of the selected one, which is first an example that matches", () => {
    const { builder, session, condition, paint } = attached();
    session.change({ open: true });
    paint();
    expect(builder.preview.get(condition)).toMatchObject({
      matches: 2,
      of: 3,
      verdict: { holds: true },
    });
    expect(builder.preview.get(rootKey)).toMatchObject({ matches: 1, of: 3 });
    expect(session.preview.get()?.selected?.name).toBe("1");
    session.change({ selectedKey: "pasted 1" });
    paint();
    expect(builder.preview.get(condition)?.verdict).toMatchObject({ holds: false });
  });

  test("an edit notifies only the parts whose results changed", () => {
    const { builder, session, condition, paint } = attached();
    session.change({ open: true });
    paint();
    paint();
    const notified: number[] = [];
    builder.preview.watch((key) => notified.push(key));
    setPart(builder.draft, condition, "condition", { condition: "table" }, { label: "edit" });
    expect(notified).toEqual([]);
    paint();
    expect(builder.preview.get(condition)).toMatchObject({ matches: 1, of: 3 });
    expect(notified).toContain(condition);
    const parts = [...builder.draft.keys()].length;
    expect(notified.length).toBeLessThan(parts);
  });

  test("a disabled rule is tested as if it were enabled", () => {
    const { builder, session, paint } = attached();
    session.change({ open: true });
    setPart(builder.draft, rootKey, "rule", { enabled: false }, { label: "off" });
    paint();
    expect(builder.preview.get(rootKey)).toMatchObject({ matches: 1, of: 3 });
  });

  test.each([true, false])(
    "another selected record tests the same rule, enabled: %s",
    (enabled) => {
      const { builder, session, paint } = attached();
      session.change({ open: true });
      setPart(builder.draft, rootKey, "rule", { enabled }, { label: "switch" });
      paint();
      const before = session.preview.get();
      session.change({ selectedKey: "pasted 1" });
      paint();
      const now = session.preview.get();
      expect(now?.selected).not.toBe(before?.selected);
      expect(now?.rule).toBe(before?.rule);
      setPart(builder.draft, rootKey, "rule", { alwaysRun: true }, { label: "edit" });
      paint();
      expect(session.preview.get()?.rule).not.toBe(before?.rule);
    },
  );

  test("a deleted part leaves no verdict, and stopping removes all results", () => {
    const { builder, session, condition, paint } = attached();
    session.change({ open: true });
    paint();
    const group = builder.draft.get(condition)?.parent ?? -1;
    builder.draft.edit({ label: "delete" }, (writer) => {
      const part = writer.get(group);
      if (part?.kind !== "group") return;
      writer.put({
        ...part,
        children: {
          conditions: part.children.conditions?.filter((key) => key !== condition) ?? [],
        },
      });
      writer.remove(condition);
    });
    paint();
    expect(builder.preview.get(condition)).toBeUndefined();
    detach();
    expect(builder.preview.size()).toBe(0);
  });
});
