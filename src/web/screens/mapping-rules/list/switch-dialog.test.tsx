// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testRequest } from "#rule-model/testing/builder.ts";
import { startBulkRun } from "#web/api/bulk-runs.ts";
import { ApiError } from "#web/base/api-error.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { SwitchDialog } from "./rule-selection.tsx";

// Other files of the same worker load the rest of it.
vi.mock("#web/api/bulk-runs.ts", async (original) => ({
  ...(await original<object>()),
  startBulkRun: vi.fn<() => Promise<void>>(),
}));

const rule = { ...testRequest(), id: 7, name: "Price floor" } as unknown as MappingRule;

test("a run names the switch only, and one whose answer is lost isn't said to be unsent", async () => {
  vi.mocked(startBulkRun).mockRejectedValue(
    new ApiError("No connection.", { status: 0, outcome: "unknown" }),
  );
  const Dialog = () => (
    <SwitchDialog action="disable" rules={[rule]} onStarted={() => {}} onClose={() => {}} />
  );
  openTestApp({ "/": Dialog });
  await pressButton("Disable");
  await expect
    .poll(() => document.querySelector("[role=alert] p")?.textContent)
    .toMatch(/^No response\. If no progress is shown/);
  expect(startBulkRun).toHaveBeenCalledWith({
    operation: "saveMappingRule",
    title: "Disable",
    past: "disabled",
    items: [{ recordId: 7, name: "Price floor", change: { enabled: false } }],
  });
});
