import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { explainConnection } from "./open.ts";

const coded = (code: string) => Object.assign(new Error("refused"), { code });
const url = "postgres://secret-user:secret@db.example:5432/console";

test.each<[string, unknown, string]>([
  ["a rejected password", coded("28P01"), "rejected the password in DATABASE_URL."],
  [
    "no response",
    coded("ECONNREFUSED"),
    "can't be reached (ECONNREFUSED). Check DATABASE_URL, and that the database is running.",
  ],
  [
    "no error",
    undefined,
    "can't be reached (undefined). Check DATABASE_URL, and that the database is running.",
  ],
])("%s: says what to do, without the user", (_, cause, reason) => {
  const { message } = explainConnection(cause, url);
  expect(message).toBe(`The database at db.example:5432 ${reason}`);
});

/** A message of the PostgreSQL protocol: "R" with the kind of authentication, and its data. */
const authentication = (kind: number, data: string): Buffer => {
  const content = Buffer.from(data);
  const head = Buffer.alloc(9);
  head.write("R");
  head.writeInt32BE(8 + content.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, content]);
};

/** A server that requires a password by SCRAM. */
const startScramServer = async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(authentication(10, "SCRAM-SHA-256\0\0"));
      socket.once("data", () => socket.write(authentication(11, "r=server,s=c2FsdA==,i=4096")));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};

test.concurrent.each(["user", "user:"])("a missing password (%s) is asked for", async (user) => {
  const server = await startScramServer();
  const { port } = server.address() as AddressInfo;
  const given = `postgres://${user}@127.0.0.1:${port}/console`;
  const sql = connect({ url: given }, { max: 1 });
  try {
    const error = await sql`select 1`.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(explainConnection(error, given).message).toBe(
      `The database at 127.0.0.1:${port} requires a password. Add it to DATABASE_URL, after the user: postgres://user:password@host/database.`,
    );
  } finally {
    await sql.end({ timeout: 0 });
    server.close();
  }
});
