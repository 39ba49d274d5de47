import { expect, it } from "vitest";
import { setUpChanges } from "#gateway/testing/change-set-up.ts";
import { askFor, post, readProblem } from "#gateway/testing/storage.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { verifyAudit } from "#gateway/changes/audit-command.ts";

const given = setUpChanges();

it("runs of received orders are changes too, and are settled as runs", async () => {
  const person = "Ada";
  const named = given.keep(
    await given.storage.gateway(given.upstream.baseUrl, { personOf: () => person }),
  );
  const { receive, runs, settle: settleRun } = askFor(named);
  given.upstream.behave((_request, response) => answer(response, 200, [{ id: 1 }, { id: 2 }]));
  await receive();
  given.upstream.behave((request) => void request.socket.destroy());
  await receive(3);
  const [unknown, received] = await runs();
  expect(await given.list("?resource=received-orders", named)).toMatchObject([
    { operation: "receiveOrders", recordId: unknown?.id, state: "unknown", person },
    { operation: "receiveOrders", recordId: received?.id, state: "done", person },
  ]);
  expect([unknown?.requestedBy, received?.requestedBy]).toEqual([person, person]);
  const [change] = await given.list("?resource=received-orders", named);
  const refused = await named.call(`/api/audit/${change?.id}/settlement`, post({ made: true }));
  expect([refused.status, (await readProblem(refused)).runId]).toEqual([409, unknown?.id]);
  await settleRun(unknown?.id ?? 0, { kind: "nothing-moved" });
  expect((await given.list("?resource=received-orders&state=settled", named))[0]).toMatchObject({
    settlement: { made: false, settledBy: person },
  });
  expect(await verifyAudit(given.storage.database.sql, { auditDays: 400 })).toMatchObject({
    kind: "intact",
  });
});

it.each([
  [400, "refused", "The API rejected the request"],
  [401, "refused", "The API rejected the token"],
  [429, "refused", "The API's rate limit is reached"],
  [408, "unknown", "Status unknown: the change may have been made"],
  [500, "unknown", "Status unknown: the change may have been made"],
  [200, "unknown", "The API's response is not a list of orders"],
])(
  "fault 59: of a run that the API answered with %i, its own words are not in the record of changes",
  async (status, state, reason) => {
    const words = "No order of Grace Hopper";
    given.upstream.behave((_request, response) => answer(response, status, { error: words }));
    const { run, runs } = askFor(given.gateway);
    const { id } = await run();
    const [change] = await given.list("?resource=received-orders&pageSize=1");
    expect(change).toMatchObject({ recordId: id, state, status, reason });
    const rows = await given.storage.database.sql<{ content: string }[]>`
      select content from gateway.audit_rows`;
    expect(rows.map(({ content }) => content).join("\n")).not.toContain("Hopper");
    // The run itself says what the API said.
    const [shown] = await runs();
    expect(shown?.reason?.includes(words)).toBe(status !== 200);
    expect(await verifyAudit(given.storage.database.sql, { auditDays: 400 })).toMatchObject({
      kind: "intact",
    });
  },
);
