import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAnswerFiles } from "./record-runs.ts";
import { unsentResult } from "./run-result.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";

const given = receiveSetUp();

const newFolder = () => join(given.storage.folder, randomUUID());

/** A run in progress whose gateway ended long ago; returns its key. */
const leaveRun = async (sourceId: number | null): Promise<string> => {
  const { sql } = given.storage.database;
  const key = randomUUID();
  await sql`insert into gateway.upstreams (name) values (${given.upstream.origin}) on conflict do nothing`;
  await sql`
    insert into gateway.runs (key, upstream_id, source_id, requested_at, alive_at)
    select ${key}, id, ${sourceId}, now(), now() - interval '1 day' from gateway.upstreams`;
  return key;
};

/** Begins with a run in progress that its gateway left, and the folder as `prepare` makes it. */
const startWith = async (folder: string, prepare: (key: string) => Promise<void>) => {
  const first = await given.start({ database: { folder: newFolder() } });
  await first.runs();
  await first.gateway.close();
  await prepare(await leaveRun(1));
  const lines: string[] = [];
  const log = { level: "error", write: (line: string) => void lines.push(line) } as const;
  return { lines, ...(await given.start({ log, database: { folder } })) };
};

describe("fault 34: a run that its gateway left", () => {
  it("becomes unknown although the folder of the answer files is a file, and orders are received", async () => {
    const folder = newFolder();
    given.upstream.add(1, 1);
    const { lines, runs, run } = await startWith(folder, async () =>
      writeFile(folder, "in the way"),
    );
    expect(await runs()).toMatchObject([
      { state: "unknown", reason: expect.stringMatching(/stopped/) },
    ]);
    expect(await run()).toMatchObject({ state: "received", orderIds: [1] });
    const said = lines.filter((line) => line.includes("could not process the answer files"));
    expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ code: "ENOTDIR" }),
    ]);
  });

  it("becomes unknown although a file of another can't be read, and gives way to a new one", async () => {
    const folder = newFolder();
    const { lines, runs, receive } = await startWith(
      folder,
      async () =>
        // Reading or removing a folder like a file fails.
        void (await mkdir(join(folder, `${randomUUID()}.answer`), { recursive: true })),
    );
    expect(await runs()).toMatchObject([{ sourceId: 1, state: "unknown" }]);
    await leaveRun(2);
    expect((await receive(2)).status).toBe(200);
    expect((await runs("?state=unknown")).map(({ sourceId }) => sourceId)).toEqual([2, 1]);
    expect(lines.filter((line) => line.includes('"code":"EISDIR"'))).toHaveLength(1);
  });

  it("gets its answer from a file although others can't be read or are not for this database", async () => {
    const folder = newFolder();
    const { runs } = await startWith(folder, async (key) => {
      // The folder is listed in the order of the names, or in any.
      for (const first of "0123456789abcdef")
        await mkdir(join(folder, `${first}${randomUUID().slice(1)}.answer`), { recursive: true });
      await createAnswerFiles(folder).write(
        key,
        unsentResult("Because", "2026-01-05T08:00:00.000Z"),
      );
    });
    expect(await runs()).toMatchObject([{ state: "refused", reason: "Because" }]);
    expect(await readdir(folder)).toHaveLength(16);
  });
});

it("an incomplete file that can't be removed keeps no other one", async () => {
  const folder = newFolder();
  const [stuck, other] = ["0", "1"].map((first) => `${first}${randomUUID().slice(1)}.answer.part`);
  await mkdir(join(folder, stuck ?? ""), { recursive: true });
  await writeFile(join(folder, other ?? ""), "{");
  for (const name of [stuck, other]) await utimes(join(folder, name ?? ""), 1, 1);
  await expect(createAnswerFiles(folder).removeTorn()).rejects.toMatchObject({
    code: "ERR_FS_EISDIR",
  });
  await eventually(async () => (await readdir(folder)).length === 1);
  expect(await readdir(folder)).toEqual([stuck]);
});
