import { describe, expect, it } from "vitest";
import { appendRow, hashRow, lockChain, pruneChain } from "./chain.ts";
import { endChange, recordIntent } from "./store.ts";
import { recordRefusedChange } from "./record-changes.ts";
import { ending, intent, setUpAudit, settling } from "#gateway/testing/audit-set-up.ts";

const given = setUpAudit();
const { run, addChange, addSettled, age, forgeHashes, tamper } = given;

/** The chain's end as `verify` prints it. */
const readEnd = async (): Promise<string> => {
  const { lines } = await run("verify");
  return /ends with (\S+)$/.exec(lines.at(-1) ?? "")?.[1] ?? lines.join("\n");
};

/** The settlement with another value of one name, as SQL. */
const withOther = (name: string) =>
  `'${JSON.stringify({ ...settling, [name]: name === "made" ? false : "x" })}'`;

describe("npm run audit", () => {
  it("explains its use", async () => {
    for (const args of [
      [],
      ["prune"],
      ["verify", "all"],
      ["verify", "--expect", `1:${"0".repeat(64)}`, "all"],
      ["export", "all"],
      ["toString"],
    ])
      expect(await run(...args)).toEqual({
        code: 1,
        lines: ["Usage: npm run audit -- verify [--expect SEQ:HASH] | export"],
      });
  });

  it("verifies an empty chain, and one of several pages", async () => {
    expect(await run("verify")).toEqual({ code: 0, lines: ["There are no audit rows yet."] });
    await given.sql.begin(async (transaction) => {
      for (let each = 0; each < 1_050; each += 1) await appendRow(transaction, { each });
    });
    expect((await run("verify")).lines[0]).toMatch(
      /^Rows 1 to 1050 are intact\. The chain ends with 1050:[0-9a-f]{64}$/,
    );
  });

  it("exports each row as a line of JSON that can be verified without the database", async () => {
    await addSettled();
    const { code, lines } = await run("export");
    const rows = lines.map(
      (line) =>
        JSON.parse(line) as {
          seq: number;
          hash: string;
          appendedAt: string;
          content: { kind: string };
        },
    );
    expect([code, rows.map(({ content }) => content.kind)]).toEqual([
      0,
      ["intent", "result", "settlement"],
    ]);
    const text = (line: string) => line.slice(line.indexOf('"content":') + 10, -1);
    let hash = "";
    for (const [index, line] of lines.entries()) {
      hash = hashRow(hash, { seq: index + 1, content: text(line) }, rows[index]?.appendedAt);
      expect(rows[index]?.hash).toBe(hash);
    }
  });

  /** Other values of each column than `addSettled` writes. */
  const otherValues: Readonly<Record<string, readonly string[]>> = {
    upstream: ["'x'"],
    person: ["'Eve'", "null"],
    operation: ["'x'"],
    resource: ["'rmas'"],
    record_id: ["6", "null"],
    record_name: ["'x'"],
    record_status: ["'x'"],
    fields: [
      "'[]'",
      `'[{"name":"cost","count":1}]'`,
      `'[{"name":"note","count":2}]'`,
      `'[{"name":"note","count":1},{"name":"cost","count":1}]'`,
    ],
    request_id: ["'x'"],
    requested_at: ["now()"],
    state: ["'unknown'", "'done'"],
    status: ["200", "null"],
    reason: ["'No'", "null"],
    ended_at: ["now()", "null"],
    settlement: ["null", ...["made", "settledBy", "settledAt"].map(withOther)],
    hash: ["'x'"],
  };
  /** What leases, runs and repeated requests need; the console doesn't show it. */
  const internal = ["id", "alive_at", "answer", "key", "process", "run_id"];
  it("fault 60: the cases below change each column that the console shows", async () => {
    const columns = await given.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'gateway' and table_name = 'changes'`;
    expect(columns.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(otherValues), ...internal].toSorted(),
    );
  });

  const attacks = [
    [
      "a changed row",
      "update gateway.audit_rows set content = replace(content, 'done', 'refused') where seq = 4",
      4,
    ],
    [
      "a changed row with a hash that fits",
      "update gateway.audit_rows set content = '{}', hash = encode(sha256(convert_to((select hash from gateway.audit_rows where seq = 3) || ' 4 {}', 'UTF8')), 'hex') where seq = 4",
      5,
    ],
    ["a removed row", "delete from gateway.audit_rows where seq = 3", 3],
    ["the first row removed", "delete from gateway.audit_rows where seq = 1", 1],
    ["the last row removed", "delete from gateway.audit_rows where seq = 9", 9],
    ["all rows removed", "delete from gateway.audit_rows", 1],
    ["a row before the first", "insert into gateway.audit_rows values (0, '{}', 'x')", 0],
    [
      "the first change made a pruning, so that a changed one after it isn't checked",
      `delete from gateway.audit_rows where seq = 1; delete from gateway.changes where id = 1;
      update gateway.audit_rows
      set content = format('{"kind":"pruned","through":8,"hash":"%s"}', (select hash from gateway.audit_rows where seq = 8))
      where seq = 2;
      update gateway.audit_rows set content = replace(content, 'done', 'refused') where seq = 4;
      update gateway.changes set state = 'refused' where id = 3`,
      2,
    ],
    ["another end", "update gateway.audit_head set hash = 'x'", 9],
    ["an entry removed", "delete from gateway.changes where id = 3", 3],
    [
      "an entry added",
      "insert into gateway.changes (id, upstream, operation, resource, fields, request_id, requested_at, hash) values (99, 'u', 'x', 'x', '[]', 'x', now(), 'x')",
      99,
    ],
    ...Object.entries(otherValues).flatMap(([column, values]) =>
      values.map(
        (value) =>
          [
            `an entry's ${column} set to ${value}`,
            `update gateway.changes set ${column} = ${value} where id = 7`,
            7,
          ] as const,
      ),
    ),
    [
      "an entry's result changed without a settlement",
      "update gateway.changes set settlement = '{}' where id = 3",
      3,
    ],
    ["an entry's reason added", "update gateway.changes set reason = 'Late' where id = 3", 3],
  ] as const;
  it.each(attacks)("fault 60: finds %s, and exits with 1", async (_, statement, seq) => {
    for (let each = 0; each < 3; each += 1) await addChange();
    await addSettled();
    expect((await run("verify")).code).toBe(0);
    await tamper(statement);
    const { code, lines } = await run("verify");
    expect([code, lines]).toEqual([1, [expect.stringContaining(`not intact from row ${seq}:`)]]);
  });

  /** Other values of each column of a row. */
  const otherRow: Readonly<Record<string, string>> = {
    seq: "40",
    content: "replace(content, 'result', 'Result')",
    hash: "repeat('0', 64)",
    appended_at: "appended_at - interval '1 microsecond'",
  };
  it("fault 60: finds each column of a row changed", async () => {
    const columns = await given.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'gateway' and table_name = 'audit_rows'`;
    for (const { name } of columns) {
      await tamper("truncate gateway.audit_rows, gateway.changes");
      await given.sql`update gateway.audit_head set seq = 0, hash = ''`;
      for (let each = 0; each < 2; each += 1) await addChange();
      await tamper(`update gateway.audit_rows set ${name} = ${otherRow[name]} where seq = 2`);
      const { code, lines } = await run("verify");
      expect([name, code, lines]).toEqual([
        name,
        1,
        [expect.stringContaining("not intact from row 2:")],
      ]);
    }
  });

  it("fault 60: finds, by the expected row, a chain that was cut or rewritten as a whole", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    const end = await readEnd();
    const [, hash = ""] = end.split(":");
    expect(await run("verify", "--expect", end.toUpperCase())).toEqual({
      code: 0,
      lines: [expect.stringContaining("Rows 1 to 6 are intact"), "Row 6 is the expected one."],
    });
    await addChange();
    expect((await run("verify", "--expect", end)).code).toBe(0);
    expect((await run("verify", "--expect", `5:${hash}`)).lines).toEqual([
      "The audit rows are not intact from row 5: it isn't the expected one.",
    ]);
    expect((await run("verify", "--expect", `9:${hash}`)).lines).toEqual([
      "The audit rows are not intact from row 9: the chain once had row 9.",
    ]);
    const cut = `
      delete from gateway.audit_rows where seq > 4; delete from gateway.changes where id > 4;
      update gateway.audit_head set (seq, hash) = (select seq, hash from gateway.audit_rows where seq = 4)`;
    await tamper(cut);
    expect((await run("verify")).code).toBe(0);
    expect((await run("verify", "--expect", end)).lines).toEqual([
      "The audit rows are not intact from row 5: the chain once had row 6.",
    ]);
    await addChange();
    await addChange();
    expect((await run("verify", "--expect", end)).lines).toEqual([
      "The audit rows are not intact from row 6: it isn't the expected one.",
    ]);
    await tamper(
      "truncate gateway.audit_rows, gateway.changes; update gateway.audit_head set seq = 0, hash = ''",
    );
    expect((await run("verify")).code).toBe(0);
    expect((await run("verify", "--expect", end)).lines).toEqual([
      "The audit rows are not intact from row 1: the chain once had row 6.",
    ]);
  });

  it.each([
    "",
    "7",
    "7:abc",
    "0:HASH",
    "-1:HASH",
    "1e3:HASH",
    " : ",
    "HASH",
    "9999999999999999:HASH",
  ])("explains what --expect needs instead of %j", async (text) => {
    const given64 = text.replace("HASH", "0".repeat(64));
    expect(await run("verify", "--expect", given64)).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^--expect needs the number and the hash of a row, /)],
    });
  });

  it("explains what --expect needs instead of nothing", async () => {
    expect((await run("verify", "--expect")).lines).toEqual([
      expect.stringMatching(/^--expect needs /),
    ]);
  });

  /** Rows that a person removes as pruning does, with a row that says so. */
  const forgePruning = async (through: number, more: string) => {
    await tamper(`
      insert into gateway.audit_rows (seq, content, hash)
        select (select max(seq) + 1 from gateway.audit_rows), format('{"kind":"pruned",%s,"through":%s,"hash":"%s"}', '${more}', seq, hash), 'x'
        from gateway.audit_rows where seq = ${through};
      delete from gateway.audit_rows where seq <= ${through}; delete from gateway.changes where id <= ${through}`);
    await forgeHashes();
  };
  it.each([
    ["without dates", '"at":"2026-01-01T00:00:00Z"', "without their dates"],
    [
      "of the day before",
      '"at":"2026-01-01T00:00:00Z","until":"2025-12-31T00:00:00Z"',
      "which are of 2025-12-31 and before, were removed on 2026-01-01,",
    ],
    [
      "in the future",
      '"at":"2999-01-01T00:00:00Z","until":"2026-01-01T00:00:00Z"',
      "removed on 2999-01-01,",
    ],
  ])("fault 60: finds rows that were removed early by a row %s", async (_, more, words) => {
    for (let each = 0; each < 3; each += 1) await addChange();
    await forgePruning(4, more);
    const { code, lines } = await run("verify");
    expect([code, lines]).toEqual([1, [expect.stringContaining("not intact from row 7:")]]);
    expect(lines[0]).toContain(words);
    expect(lines[0]).toContain("AUDIT_DAYS=400 doesn't allow that");
  });

  it("tells how old removed rows are said to be, and how old the first row is that is left", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    const end = await readEnd();
    await addChange();
    await forgePruning(4, '"at":"2026-01-01T00:00:00Z","until":"2020-01-01T00:00:00Z"');
    const { code, lines } = await run("verify", "--expect", end);
    // The rows after the removed ones are still the chain of before.
    expect([code, lines]).toEqual([
      0,
      [
        expect.stringMatching(
          /^Rows 1 to 4 were removed by 2026-01-01 \(AUDIT_DAYS=400\): the last of them is of 2020-01-01, and the first that is left of 20\d\d-/,
        ),
        expect.stringMatching(/^Rows 5 to 9 are intact/),
        "Row 6 is the expected one.",
      ],
    ]);
  });

  it("says that an expected row was removed, and finds another one in its place", async () => {
    for (let each = 0; each < 2; each += 1) await addChange();
    await age(4, 401);
    const end = await readEnd();
    await addChange();
    await pruneChain(given.sql, 400);
    expect((await run("verify", "--expect", end)).lines.at(-1)).toBe("Row 4 is the expected one.");
    const other = `4:${"0".repeat(64)}`;
    expect(await run("verify", "--expect", other)).toEqual({
      code: 1,
      lines: [
        "The audit rows are not intact from row 4: it was removed, and wasn't the expected one.",
      ],
    });
    const early = `2:${"0".repeat(64)}`;
    expect(await run("verify", "--expect", early)).toMatchObject({ code: 0 });
    expect((await run("verify", "--expect", early)).lines.at(-1)).toBe(
      "Row 2 is among the removed rows, so it couldn't be compared.",
    );
  });

  it("verifies changes of every course", async () => {
    await recordIntent(given.sql, "u", { ...intent, requestedAt: settling.settledAt, fields: [] });
    await addSettled();
    const made = await addSettled();
    await endChange(given.sql, made, { ...ending, state: "done", endedAt: "2026-01-02T00:00:00Z" });
    const late = await addChange("unknown", { reason: "Lost" });
    await endChange(given.sql, late, { ...ending, state: "done", endedAt: "2026-01-02T00:00:00Z" });
    await addChange("done", { recordId: 77 });
    await addChange("refused", { status: 400, reason: "N\u{e4}h \ud800 \u202e\u{1f600}" });
    const fields = [
      { name: "b", count: 2 },
      { name: "a", count: 1 },
    ];
    const attempt = { ...intent, recordId: null, person: null, fields };
    await recordRefusedChange(
      given.sql,
      "u",
      { ...attempt, requestedAt: settling.settledAt },
      { status: 403, reason: "Your role, Viewer, can't do this." },
    );
    expect(await run("verify")).toMatchObject({ code: 0 });
  });

  it("verifies results of earlier versions, whose rows have no reason", async () => {
    for (const [state, reason] of [
      ["refused", "No"],
      ["unknown", "Lost"],
      ["done", null],
    ] as const) {
      const id = await recordIntent(given.sql, "u", { ...intent, requestedAt: settling.settledAt });
      const row = { at: settling.settledAt, change: id, state, status: null };
      await given.sql.begin(async (transaction) => {
        await lockChain(transaction);
        await appendRow(transaction, { kind: "result", ...row });
        await transaction`
          update gateway.changes set state = ${state}, reason = ${reason}::text, ended_at = ${row.at} where id = ${id}`;
      });
    }
    expect(await run("verify")).toMatchObject({ code: 0 });
    await given.sql`update gateway.changes set reason = 'Lost' where id = 5`;
    expect((await run("verify")).lines).toEqual([
      expect.stringContaining("not intact from row 5:"),
    ]);
  });

  it("verifies without a time limit", async () => {
    await addChange();
    await given.sql`alter table gateway.changes rename to all_changes`;
    await given.sql`
      create view gateway.changes as select * from gateway.all_changes
      where current_setting('statement_timeout') = '0'`;
    const { code, lines } = await run("verify");
    await given.sql`drop view gateway.changes`;
    await given.sql`alter table gateway.all_changes rename to changes`;
    expect([code, lines]).toEqual([0, [expect.stringContaining("are intact")]]);
  });

  it("fault 60: the database itself refuses to change, delete or truncate rows", async () => {
    await addChange();
    for (const statement of [
      "update gateway.audit_rows set content = '{}'",
      "delete from gateway.audit_rows",
      "truncate gateway.audit_rows",
    ])
      await expect(given.sql.script(statement)).rejects.toThrow(/append-only/);
  });

  it("fault 60: finds rows in the middle that were removed as pruning removes them, which can change none", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    const whilePruning = async (statement: string) =>
      given.sql.begin(async (transaction) => {
        await transaction`select set_config('supercargo.pruning', 'on', true)`;
        await transaction.script(statement);
      });
    await expect(whilePruning("update gateway.audit_rows set content = '{}'")).rejects.toThrow(
      /append-only/,
    );
    await whilePruning(
      "delete from gateway.audit_rows where seq in (3, 4); delete from gateway.changes where id = 3",
    );
    expect(await run("verify")).toEqual({
      code: 1,
      lines: [expect.stringContaining("not intact from row 3:")],
    });
    // The exception ended with its transaction.
    await expect(given.sql`delete from gateway.audit_rows`).rejects.toThrow(/append-only/);
  });
});
