import { connect, type Socket } from "node:net";

export interface RawSocket {
  readonly socket: Socket;
  write(text: string | Buffer): void;
  /** Everything received so far, once the other side has closed or `until` matches. */
  received(until?: RegExp): Promise<string>;
  close(): void;
}

/** A connection on which a test sends any bytes. */
export const openRawSocket = async (port: number, host = "127.0.0.1"): Promise<RawSocket> => {
  const socket = connect(port, host);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  let text = "";
  let ended = false;
  const wake = new Set<() => void>();
  const changed = () => {
    for (const each of wake) each();
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    changed();
  });
  const end = () => {
    ended = true;
    changed();
  };
  socket.on("close", end);
  socket.on("error", end);
  return {
    socket,
    write: (data) => {
      socket.write(data);
    },
    received: async (until) =>
      new Promise((resolve) => {
        const look = () => {
          if (!ended && (until === undefined || !until.test(text))) return;
          wake.delete(look);
          resolve(text);
        };
        wake.add(look);
        look();
      }),
    close: () => {
      socket.destroy();
    },
  };
};

/** Sends one request unchanged and returns everything that was received. */
export const exchange = async (
  port: number,
  text: string | Buffer,
  host?: string,
): Promise<string> => {
  const raw = await openRawSocket(port, host);
  raw.write(text);
  const received = await raw.received();
  raw.close();
  return received;
};

/** The status codes of all responses in the received text. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
