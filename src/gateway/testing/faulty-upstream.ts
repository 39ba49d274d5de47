import { createGzip, gzipSync } from "node:zlib";
import { maxAnswerBytes } from "#contract/limits.ts";
import { answer, type Behaviour } from "./recording-upstream.ts";

const json = { "content-type": "application/json" };

const send =
  (status: number, headers: Record<string, string>, body: string | Buffer): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** A gigabyte of zeros in a megabyte of compressed data. */
const bomb: Behaviour = (_request, response) => {
  response.writeHead(200, { ...json, "content-encoding": "gzip" });
  const gzip = createGzip();
  gzip.pipe(response);
  const zeros = Buffer.alloc(1024 * 1024);
  let left = 1024;
  const more = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= 1;
      if (!gzip.write(zeros)) return;
    }
    gzip.end();
  };
  gzip.on("drain", more);
  response.on("close", () => gzip.destroy());
  more();
};

const flood: Behaviour = (_request, response) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(1024 * 1024, " ");
  let left = maxAnswerBytes / chunk.length + 4;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    response.end("[]");
  };
  response.on("drain", more);
  more();
};

/** All faults of an upstream, by name. */
export const faults = {
  hang: () => undefined,
  "reset before the head": (request) => {
    request.socket.resetAndDestroy();
  },
  "close before the head": (request) => {
    request.socket.end();
  },
  "reset in the head": (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\ncontent-type: appl", () =>
      request.socket.resetAndDestroy(),
    );
  },
  "reset in the body": (request, response) => {
    response.writeHead(200, { ...json, "content-length": "100" });
    response.write('[{"id":1', () => setImmediate(() => request.socket.resetAndDestroy()));
  },
  "close in the body": (request, response) => {
    response.writeHead(200, { ...json, "content-length": "100" });
    response.write('[{"id":1', () => setImmediate(() => request.socket.end()));
  },
  "hang in the body": (_request, response) => {
    response.writeHead(200, json);
    response.write('[{"id":1');
  },
  "no HTTP": (request) => {
    request.socket.end("220 mail.example.com ESMTP\r\n");
  },
  "HTML with 500": send(
    500,
    { "content-type": "text/html", "set-cookie": "a=b", location: "/x" },
    "<script>alert(1)</script>",
  ),
  "HTML with 502": send(
    502,
    { "content-type": "text/html" },
    "<h1>Bad gateway</h1><script>alert(1)</script>",
  ),
  "HTML with 200": send(200, { "content-type": "text/html" }, "<script>alert(1)</script>"),
  "HTML with 404": send(404, { "content-type": "text/html" }, "<script>alert(1)</script>"),
  "JSON said to be text": send(200, { "content-type": "text/plain" }, "[]"),
  "truncated JSON": send(200, json, '[{"id":1'),
  "byte order mark": send(200, json, "\uFEFF[]"),
  "bytes that are not UTF-8": send(200, json, Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])),
  "no content": send(204, {}, ""),
  "empty answer": send(200, json, ""),
  "nesting without end": send(200, json, "[".repeat(300_000) + "]".repeat(300_000)),
  "unrequested gzip": send(200, { ...json, "content-encoding": "gzip" }, gzipSync("[]")),
  "gzip bomb": bomb,
  "more than 16 MiB": flood,
} satisfies Record<string, Behaviour>;

export type FaultName = keyof typeof faults;

/** Repeats the request's token in every part and spelling of a response. */
export const echoToken =
  (status: number): Behaviour =>
  (request, response) => {
    const token = String(request.headers["x-api-token"]);
    const spellings = {
      plain: token,
      url: encodeURIComponent(token),
      base64: Buffer.from(`token:${token}`).toString("base64"),
      escaped: JSON.stringify(`"${token}"`),
      [token]: [token],
    };
    answer(
      response,
      status,
      {
        error: `Bad token ${token}`,
        requestId: token,
        ...spellings,
        issues: [{ path: token, message: `${token} ${encodeURIComponent(token)}` }],
      },
      { "x-echo": token, "x-total-count": token, "set-cookie": `t=${encodeURIComponent(token)}` },
    );
  };
